package dev.holdfast.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the pages name exists, and what shows a rule is named there. */
class NamedTestsTest {

    private static final Path ROOT = Path.of("..");
    private static final String TEST_NAME = "[A-Z]\\w*(?:Test|IT|Tck|Races?|Rules|Waits|Twins)";
    private static final Pattern TEST = Pattern.compile("`(" + TEST_NAME + ")(?:\\.(\\w+))?`");
    private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)\\.(\\w+)(?:\\([^`]*\\))?`");
    private static final Pattern RULE = Pattern.compile("@Rule\\((?:\"([^\"]+)\"|\\{([^}]+)\\})\\)");
    private static final Pattern SECTION = Pattern.compile("(?ms)^### ([LFC]-\\d+) .*?(?=^##|\\z)");
    private static final Pattern ID = Pattern.compile("[LFC]-\\d+");
    private static final List<String> OF_THE_JDK = List.of("System");

    private final Map<String, String> sources = new TreeMap<>();
    private String spec = "";
    private String both = "";

    @BeforeEach
    void read() throws IOException {
        spec = Files.readString(ROOT.resolve("docs/SPEC.md"));
        both = spec + Files.readString(ROOT.resolve("docs/COVERAGE.md"));
        for (Path module : list(ROOT)) {
            Path folder = module.resolve("src");
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith(".java")).toList()) {
                        String name = file.getFileName().toString().replace(".java", "");
                        sources.merge(name, Files.readString(file), String::concat);
                    }
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(200);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void testsNamedBySpecAndCoverage_exist() {
        List<String> missing = TEST.matcher(both)
                .results()
                .filter(named -> !exists(named.group(1), named.group(2)))
                .map(MatchResult::group)
                .toList();
        assertThat(TEST.matcher(both).results().count()).isGreaterThan(150);
        assertThat(missing).isEmpty();
    }

    @Test
    void membersNamedBySpecAndCoverage_exist() {
        List<String> missing = MEMBER.matcher(both)
                .results()
                .filter(named -> !OF_THE_JDK.contains(named.group(1)))
                .filter(named -> !exists(named.group(1), named.group(2)))
                .map(MatchResult::group)
                .toList();
        assertThat(missing).isEmpty();
    }

    private boolean exists(String type, @Nullable String member) {
        String source = sources.get(type);
        return source != null
                && (member == null
                        || Pattern.compile("\\b" + member + "\\b")
                                .matcher(source)
                                .find());
    }

    /** Each class with a test of a rule stands in the section of that rule. */
    @Test
    void testsOfARule_areNamedInItsSection() {
        Map<String, String> sections = SECTION.matcher(spec)
                .results()
                .collect(Collectors.toMap(section -> section.group(1), MatchResult::group));
        TreeSet<String> unnamed = new TreeSet<>();
        sources.forEach((name, source) -> rules(source)
                .filter(id -> !sections.getOrDefault(id, "").contains("`" + name + "`"))
                .forEach(id -> unnamed.add(id + ": " + name)));
        assertThat(sections).hasSizeGreaterThan(15);
        assertThat(unnamed).isEmpty();
    }

    private static Stream<String> rules(String source) {
        return RULE.matcher(source)
                .results()
                .flatMap(rule -> ID.matcher(rule.group()).results())
                .map(MatchResult::group);
    }
}
