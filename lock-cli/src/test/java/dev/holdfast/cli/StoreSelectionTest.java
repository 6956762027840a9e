package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.cli.StoreChoice.Origin;
import dev.holdfast.lock.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreSelectionTest {

    @TempDir
    Path home;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void useHome() {
        environment.put("HOME", home.toString());
    }

    @Test
    void choose_withOption_takesIt() throws IOException {
        environment.put("HOLDFAST_STORE", "memory:env");
        config("store = memory:file");

        assertThat(choose("memory:option")).isEqualTo(new StoreChoice("memory:option", Origin.OPTION));
    }

    @Test
    void choose_withVariable_takesItBeforeTheFile() throws IOException {
        environment.put("HOLDFAST_STORE", "memory:env");
        config("store = memory:file");

        assertThat(choose(null)).isEqualTo(new StoreChoice("memory:env", Origin.ENVIRONMENT));
    }

    @Test
    void choose_withEmptyVariable_takesTheFile() throws IOException {
        environment.put("HOLDFAST_STORE", "");
        config("# ours\nstore = memory:file\n");

        assertThat(choose(null)).isEqualTo(new StoreChoice("memory:file", Origin.CONFIG_FILE));
    }

    @Test
    void choose_withXdgConfigHome_readsThere(@TempDir Path other) throws IOException {
        environment.put("XDG_CONFIG_HOME", other.toString());
        Files.createDirectories(other.resolve("holdfast"));
        Files.writeString(other.resolve("holdfast/config"), "store=memory:xdg");

        assertThat(choose(null).uri()).isEqualTo("memory:xdg");
    }

    @Test
    void choose_withNothing_makesTheStateFolderForItsOwnerAlone() throws IOException {
        StoreChoice choice = choose(null);

        Path folder = home.resolve(".local/state/holdfast");
        assertThat(choice).isEqualTo(new StoreChoice("jdbc:sqlite:" + folder.resolve("locks.db"), Origin.DEFAULT));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(choose(null)).isEqualTo(choice);
    }

    @Test
    void choose_withRelativeXdgStateHome_ignoresIt() {
        environment.put("XDG_STATE_HOME", "relative");

        assertThat(choose(null).uri()).isEqualTo("jdbc:sqlite:" + home.resolve(".local/state/holdfast/locks.db"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stor = memory:                   | unknown key in configuration file: key=\"stor\", path=FILE, line=1,"
                        + " known=[store]; did you mean \"store\"?",
                "# a\\n\\nlease = 10s              | unknown key in configuration file: key=\"lease\", path=FILE, line=3,"
                        + " known=[store]",
                "store = memory:a  # the near one | comment behind a value in configuration file: key=\"store\", path=FILE,"
                        + " line=1, value=memory:a  # the near one; give the comment a line of its own, and a path with"
                        + " \" #\" by HOLDFAST_STORE",
                "store = redis://u:pw@h/1 # x     | comment behind a value in configuration file: key=\"store\", path=FILE,"
                        + " line=1, value=redis://***@h/1 # x; give the comment a line of its own, and a path with"
                        + " \" #\" by HOLDFAST_STORE",
                "store = memory:a\\n#\\nstore: memory:b | key is given twice in configuration file: key=\"store\","
                        + " path=FILE, line=3, first=1; keep one",
                "store = memory:a\\nstore = memory:a | key is given twice in configuration file: key=\"store\","
                        + " path=FILE, line=2, first=1; keep one",
                "store =                          | value is missing in configuration file: key=\"store\", path=FILE,"
                        + " line=1; write store = URI",
                "store                            | value is missing in configuration file: key=\"store\", path=FILE,"
                        + " line=1; write store = URI",
                "\\n\\nstore = nonsense             | store in configuration file is wrong: path=FILE, line=3,"
                        + " cause=malformed store URI, no scheme: uri=nonsense; write for example memory: or"
                        + " jdbc:sqlite:/path/to/file.db",
                "store = \\\\uZZZZ                 | configuration file is malformed: path=FILE, line=1; write \\\\\\\\ for a"
                        + " backslash",
                "store = mem\\\\\\nory:a\\nstor = b  | unknown key in configuration file: key=\"stor\", path=FILE, line=3,"
                        + " known=[store]; did you mean \"store\"?",
            })
    void choose_withAFileThatCanBeMisread_namesFileLineAndRemedy(String text, String message) throws IOException {
        config(text.replace("\\n", "\n").replace("\\\\", "\\"));

        assertThatThrownBy(() -> choose(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(message.replace("FILE", "\"" + home.resolve(".config/holdfast/config") + "\"")
                        .replace("\\\\", "\\"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "store = memory:a#b",
                "\t! note\n # note \\\n\n  store:memory:a#b  \n",
                "store = mem\\\n   ory:a\\\n#b",
                "store memory:a\\u0023b",
                "# one\u0085two\n! one\u2028two\u2029\nstore = memory:a#b",
                "\ufeffstore = memory:a#b",
                "\ufeff# note\nstore = memory:a#b"
            })
    void choose_withEveryFormOfALine_readsIt(String text) throws IOException {
        config(text);

        assertThat(choose(null).uri()).isEqualTo("memory:a#b");
    }

    @Test
    void choose_withFolderForAFile_isAConfigurationError() throws IOException {
        Files.createDirectories(home.resolve(".config/holdfast/config"));

        assertThatThrownBy(() -> choose(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("configuration file is a folder: path=\"" + home.resolve(".config/holdfast/config")
                        + "\"; put a file in its place, or move it away");
    }

    @Test
    void choose_whenTheFileCannotBeLookedAt_isNoOtherStore() throws IOException {
        Path loop = home.resolve(".config");
        Files.createSymbolicLink(loop, loop);

        assertThatThrownBy(() -> choose(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("configuration file cannot be read: path=\"" + loop);
    }

    @Test
    void choose_whenAFileStandsForItsFolder_isNoOtherStore() throws IOException {
        Files.writeString(home.resolve(".config"), "");

        assertThatThrownBy(() -> choose(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("configuration file cannot be read");
    }

    @Test
    void choose_withALinkToNothing_isNoOtherStore() throws IOException {
        Path file = home.resolve(".config/holdfast/config");
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, home.resolve("missing"));

        assertThatThrownBy(() -> choose(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("configuration file cannot be read");
    }

    @ParameterizedTest
    @CsvSource({"# a\\nstore = memory:gr\u00fcn, 2", "\u00ff\u00festore, 1", "# a\\r# b\\r\\n# \u00e9\\n, 3"})
    void choose_withAFileThatIsNotUtf8_namesTheLine(String text, int line) throws IOException {
        Path file = home.resolve(".config/holdfast/config");
        Files.createDirectories(file.getParent());
        String raw = text.replace("\\n", "\n").replace("\\r", "\r");
        Files.write(file, raw.getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> choose(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "configuration file is not UTF-8: path=\"" + file + "\", line=" + line + "; save it as UTF-8");
    }

    @Test
    void choose_whenTheStateFolderCannotBeMade_isAConfigurationError() throws IOException {
        Files.writeString(home.resolve("file"), "");
        environment.put("XDG_STATE_HOME", home.resolve("file").toString());

        assertThatThrownBy(() -> choose(null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("state folder cannot be made");
    }

    private StoreChoice choose(@org.jspecify.annotations.Nullable String option) {
        return new StoreSelection(environment, "/nonexistent").choose(option);
    }

    private void config(String text) throws IOException {
        Path file = home.resolve(".config/holdfast/config");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
