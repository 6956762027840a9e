package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The architecture of all modules, and proof that each rule can fail. */
class ArchitectureTest {
    private static final String ROOT = "dev.holdfast";
    private static final String FIXTURES = "dev.holdfast.cli.archfixtures";
    private static final int LINES_PER_FILE = 400;

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages(FIXTURES);

    static Stream<String> rules() {
        return new ArchRules(ROOT).all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_onAllModules_holds(String name) {
        rule(ROOT, name).check(CODE);
    }

    @ParameterizedTest
    @CsvSource({
        "store-internal, memory.StoreOnEngine",
        "store-store.memory, memory.StoreOnOtherStore",
        "store-store.jdbc, jdbc.StoreOnOtherStore",
        "store-store.redis, redis.StoreOnOtherStore",
        "api-store, lock.ApiOnStore",
        "api-driver, lock.ApiOnDriver",
        "console, lock.WritesToOut",
        "console, lock.WritesToErr",
        "wall-clock, cli.ReadsMillis",
        "clock, lock.ReadsNanos",
        "clock, jdbc.ReadsNow",
        "clock, jdbc.ReadsDate",
        "clock, lock.ReadsClock",
        "synchronized-method, lock.SynchronizedMethod",
        "synchronized-block, lock.SynchronizedBlock",
        "method-length, lock.LongMethod",
    })
    void rule_onFixture_rejectsIt(String name, String fixture) {
        List<String> faults =
                rule(FIXTURES, name).evaluate(BROKEN).getFailureReport().getDetails();

        assertThat(faults).anyMatch(fault -> fault.contains(FIXTURES + "." + fixture));
    }

    @Test
    void clock_onTicker_isAllowed() {
        List<String> faults =
                rule(FIXTURES, "clock").evaluate(BROKEN).getFailureReport().getDetails();

        assertThat(faults).noneMatch(fault -> fault.contains(FIXTURES + ".spi.Ticker"));
    }

    @Test
    void code_asImported_coversAllModules() {
        assertThat(CODE.stream().map(JavaClass::getPackageName))
                .contains(
                        ROOT,
                        ROOT + ".spi",
                        ROOT + ".internal",
                        ROOT + ".memory",
                        ROOT + ".jdbc",
                        ROOT + ".redis",
                        ROOT + ".testkit",
                        ROOT + ".cli");
        assertThat(CODE.stream().map(JavaClass::getName)).noneMatch(name -> name.startsWith(FIXTURES));
    }

    @Test
    void sources_ofAllModules_areShort() throws IOException {
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of("").toAbsolutePath().resolveSibling("."))) {
            modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .forEach(folders::add);
        }
        List<String> found = new ArrayList<>();
        for (Path folder : folders) {
            found.addAll(SourceLines.longerThan(LINES_PER_FILE, folder));
        }

        assertThat(folders).hasSizeGreaterThanOrEqualTo(5);
        assertThat(found).isEmpty();
    }

    @Test
    void sources_withOneLineTooMany_areRejected(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("Fits.java"), Collections.nCopies(LINES_PER_FILE, "int a;"));
        Files.write(folder.resolve("Long.java"), Collections.nCopies(LINES_PER_FILE + 1, "int a;"));

        assertThat(SourceLines.longerThan(LINES_PER_FILE, folder)).containsExactly("Long.java: 401");
    }

    private static ArchRule rule(String root, String name) {
        return Objects.requireNonNull(new ArchRules(root).all().get(name), name);
    }
}
