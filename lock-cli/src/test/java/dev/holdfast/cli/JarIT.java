package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.HoldfastJar.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shaded jar from outside: stores, configuration, wrong input, output that nobody reads. */
class JarIT {

    @TempDir
    Path folder;

    private HoldfastJar holdfast;

    @BeforeEach
    void prepare() {
        holdfast = new HoldfastJar(folder);
    }

    @AfterEach
    void killWhatIsLeft() {
        holdfast.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory:", "memory:shared", "jdbc:sqlite:%s/other.db"})
    void everyScheme_fromTheShadedJar_opens(String uri) {
        Run run = holdfast.run("ping", "--store", String.format(uri, folder));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("store answers: uri=");
    }

    @Test
    void shadedJar_hasEveryProviderAndTheLicencesOfAllThatIsInside() throws IOException {
        try (JarFile jar = new JarFile(HoldfastJar.JAR.toFile())) {
            assertThat(text(jar, "META-INF/services/dev.holdfast.spi.BackendProvider"))
                    .contains("memory.MemoryProvider", "jdbc.JdbcProvider", "redis.RedisProvider");
            assertThat(text(jar, "META-INF/LICENSE-holdfast")).contains("Apache License");
            assertThat(text(jar, "META-INF/NOTICE-holdfast")).contains("The Holdfast authors");
            assertThat(text(jar, "META-INF/LICENSE-jedis")).contains("MIT License", "Redis, inc.");
            assertThat(text(jar, "META-INF/NOTICE.txt")).contains("Apache Commons Pool");
            assertThat(text(jar, "META-INF/LICENSE.txt")).contains("QOS.ch", "Apache License");
            assertThat(text(jar, "META-INF/maven/org.xerial/sqlite-jdbc/LICENSE.zentus"))
                    .contains("Redistributions in binary form");
            assertThat(jar.stream().map(JarEntry::getName))
                    .doesNotHaveDuplicates()
                    .noneMatch(name -> name.matches(".*(module-info\\.class|pom\\.xml|\\.SF|\\.DSA|\\.RSA)"));
        }
    }

    private static String text(JarFile jar, String entry) throws IOException {
        JarEntry found = jar.getJarEntry(entry);
        assertThat(found).as(entry).isNotNull();
        return new String(jar.getInputStream(found).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void unknownScheme_whenRefused_listsEverySchemeOfTheJar() {
        Run run = holdfast.run("exec", "--lock", "a", "--store", "redsi://localhost", "--", "true");

        assertThat(run.exitCode()).isEqualTo(78);
        assertThat(run.err())
                .startsWith("holdfast: no backend for scheme \"redsi\"")
                .contains("memory", "jdbc", "redis");
        assertThat(run.err()).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'ping --store nonsense', 78",
        "'ping --store redis://user:secret@', 78",
        "'ping --store memory:?nonsense=1', 78",
        "'exec --lock a --lease 99ms -- true', 64",
        "'exec --lock a --wait -1s -- true', 64",
        "'exec --lock= -- true', 64",
        "'show', 64",
        "'release a', 64"
    })
    void wrongInput_ofAnyKind_isOneLineAndItsExitCode(String arguments, int exitCode) {
        Run run = holdfast.run(arguments.split(" ", -1));

        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.err()).startsWith("holdfast: ").hasLineCount(1).doesNotContain("secret");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec --lock a --store memory: -- true", "demo --store memory:"})
    void storeOfOneProcess_whenProcessesAreToExcludeEachOther_is78(String arguments) {
        Run run = holdfast.run(arguments.split(" ", -1));

        assertThat(run.exitCode()).isEqualTo(78);
        assertThat(run.err())
                .startsWith("holdfast: ")
                .contains("CROSS_PROCESS (schemes that have it: [jdbc:sqlite, redis])")
                .hasLineCount(1);
    }

    @Test
    void tooLongName_whenGiven_is64() {
        Run run = holdfast.run("exec", "--lock", "x".repeat(513), "--", "true");

        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).startsWith("holdfast: name is too long").hasLineCount(1);
    }

    @Test
    void unwritableStore_whenOpened_isUnavailableOrBadConfiguration() throws IOException {
        Files.writeString(folder.resolve("file"), "");

        Run run = holdfast.run("ping", "--store", "jdbc:sqlite:" + folder.resolve("file/locks.db"));

        assertThat(run.exitCode()).isIn(69, 78);
        assertThat(run.err()).startsWith("holdfast: ").hasLineCount(1).doesNotContain("Exception");
    }

    @Test
    void folderWithoutWritePermission_isUnavailableAndNamesIt() throws IOException {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));

        Run run = holdfast.startWords(
                underPermissions(
                        "exec", "--lock", "a", "--store", "jdbc:sqlite:" + locked + "/l.db", "--", "touch", "ran"),
                Map.of());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(69);
        assertThat(run.err())
                .startsWith("holdfast: folder of the database may not be written")
                .contains("folder=" + locked)
                .hasLineCount(1);
        assertThat(holdfast.file("ran")).doesNotExist();
        assertThat(locked).isEmptyDirectory();
    }

    @Test
    void fileWithoutWritePermission_isUnavailableAndNamesIt() throws IOException {
        assertThat(holdfast.run("exec", "--lock", "a", "--", "true").exitCode()).isZero();
        Path file = holdfast.file("locks.db");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));

        Run run = holdfast.startWords(
                underPermissions("exec", "--lock", "a", "--", "touch", "ran"),
                Map.of("HOLDFAST_STORE", holdfast.store()));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(69);
        assertThat(run.err()).contains("file=" + file).hasLineCount(1);
        assertThat(holdfast.file("ran")).doesNotExist();
    }

    @Test
    void stateFolderWithoutWritePermission_is78AndNamesIt() throws IOException {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));

        Run run = holdfast.startWords(
                underPermissions("exec", "--lock", "a", "--", "touch", "ran"),
                Map.of("XDG_STATE_HOME", locked.toString()));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(78);
        assertThat(run.err())
                .startsWith("holdfast: state folder cannot be made")
                .contains(locked.toString())
                .hasLineCount(1);
        assertThat(holdfast.file("ran")).doesNotExist();
    }

    /** Permissions bind root only without the capability to pass over them. */
    private static List<String> underPermissions(String... arguments) {
        List<String> words = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            String without = "-dac_override,-dac_read_search";
            words.addAll(List.of("setpriv", "--bounding-set=" + without, "--inh-caps=" + without));
        }
        words.addAll(HoldfastJar.command(arguments));
        return words;
    }

    @Test
    void fileThatIsNoDatabase_whenOpened_isUnavailableOrBadConfiguration() throws IOException {
        Files.writeString(
                folder.resolve("text"), "this is not a database, but long enough to look like something ".repeat(20));

        Run run = holdfast.run("ping", "--store", "jdbc:sqlite:" + folder.resolve("text"));

        assertThat(run.exitCode()).isIn(69, 78);
        assertThat(run.err()).startsWith("holdfast: ").hasLineCount(1);
    }

    @Test
    void stateFolder_whenItCannotBeMade_is78() throws IOException {
        Files.writeString(folder.resolve("file"), "");

        Run run = holdfast.startWords(
                HoldfastJar.command("ls"),
                Map.of("XDG_STATE_HOME", folder.resolve("file").toString()));

        assertThat(run.exitCode()).isEqualTo(78);
        assertThat(run.err())
                .startsWith("holdfast: state folder cannot be made: path=")
                .hasLineCount(1);
    }

    @Test
    void noStore_whenChosen_isAFileInAFolderForItsOwnerAlone() throws IOException {
        Run run = holdfast.startWords(
                HoldfastJar.command("exec", "--lock", "a", "--", "printenv", "HOLDFAST_STORE"),
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString()));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().strip()).isEqualTo("jdbc:sqlite:" + folder.resolve("state/holdfast/locks.db"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("state/holdfast"))))
                .isEqualTo("rwx------");
    }

    @Test
    void configFile_whenThere_choosesTheStore() throws IOException {
        Files.createDirectories(folder.resolve("config/holdfast"));
        Files.writeString(folder.resolve("config/holdfast/config"), "store = memory:from-file\n");

        Run run = holdfast.startWords(
                HoldfastJar.command("ping"),
                Map.of("XDG_CONFIG_HOME", folder.resolve("config").toString()));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("uri=memory:from-file", "chosenBy=CONFIG_FILE");
    }

    @Test
    void output_whoseReaderIsGone_isNoError() {
        Run run = holdfast.startWords(
                List.of("bash", "-c", quoted("completion") + " | head -n 1; echo \"${PIPESTATUS[0]}\" >status"),
                Map.of());

        assertThat(run.exitCode()).isZero();
        assertThat(holdfast.awaitLine("status")).isEqualTo("0");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void output_toAFullDisk_is70() {
        Run run = holdfast.startWords(List.of("sh", "-c", quoted("version") + " >/dev/full"), Map.of());

        assertThat(run.exitCode()).isEqualTo(70);
        assertThat(run.err())
                .startsWith("holdfast: standard output cannot be written")
                .hasLineCount(1);
    }

    @Test
    void log_withoutVerbose_isSilentAndWithItIsThere() {
        assertThat(holdfast.run("exec", "--lock", "a", "--", "true").err()).isEmpty();
        assertThat(holdfast.run("exec", "--lock", "a", "--verbose", "--", "true")
                        .err())
                .contains("holdfast: store chosen: uri=", "holdfast: lock acquired: name=\"a\", token=");
    }

    @Test
    void arguments_thatTheLocaleCannotHold_areRefused() {
        // The shell makes the letter: where this JVM itself runs in the locale C, it could not pass it on.
        String words = quoted("show") + " \"$(printf '\\303\\274')\"";
        Run refused = holdfast.startWords(List.of("sh", "-c", words), Map.of("LC_ALL", "C"));
        Run read = holdfast.startWords(List.of("sh", "-c", words), Map.of("LC_ALL", "C.UTF-8"));

        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.err()).contains("set LC_ALL=C.UTF-8").hasLineCount(1);
        assertThat(read.exitCode()).isEqualTo(1);
        assertThat(read.err()).contains("name=\"ü\"");
    }

    @Test
    void completion_inBash_isAcceptedByTheShell() {
        Run run = holdfast.startWords(
                List.of("bash", "-c", "source <(" + quoted("completion") + ") && complete -p holdfast"), Map.of());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("holdfast");
    }

    private static String quoted(String... arguments) {
        return String.join(
                " ",
                HoldfastJar.command(arguments).stream()
                        .map(w -> "'" + w.replace("'", "'\\''") + "'")
                        .toList());
    }
}
