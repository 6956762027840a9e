package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.HoldfastJar.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code holdfast} with the real Java and the real jar. */
class LauncherJarIT {

    @TempDir
    Path folder;

    private LauncherTree tree;

    @BeforeEach
    void plant() throws IOException {
        tree = new LauncherTree(folder);
        tree.builtReally();
    }

    @AfterEach
    void killWhatIsLeft() {
        tree.close();
    }

    @Test
    void relativeStore_whenGiven_isTheCallersFile() throws IOException {
        Files.createDirectories(folder.resolve("caller"));

        Run run = tree.shell(
                "sh", "cd caller && \"$HOLDFAST\" exec --store jdbc:sqlite:./x.db --lock a -- pwd && ls x.db");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo(folder.toRealPath().resolve("caller") + "\nx.db\n");
        assertThat(tree.builds()).isZero();
    }

    @Test
    void closedDescriptors_ofEveryKind_neitherHarmTheStoreNorCrash() throws IOException, SQLException {
        Run run = tree.shell("sh", """
                t() { echo $? >>codes; }
                "$HOLDFAST" exec --lock a --verbose -- sh -c 'cat; echo out; echo err >&2' <&- 2>&-; t
                "$HOLDFAST" exec --lock a --verbose -- true <&- >&- 2>&-; t
                "$HOLDFAST" ls --json >&-; t
                "$HOLDFAST" show a 2>&-; t
                """);

        assertThat(Files.readAllLines(folder.resolve("codes"))).containsExactly("0", "0", "70", "1");
        assertThat(run.out()).isEqualTo("out\n");
        assertThat(run.err())
                .isEqualTo("holdfast: standard output cannot be written: reason=No space left on device\n");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("locks.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
            assertThat(rows.getString(1)).isEqualTo("ok");
        }
    }

    @Test
    void quitSignal_toTheCommand_writesNoDumpIntoItsOutput() {
        Run run = tree.startShell("sh", "exec \"$HOLDFAST\" exec --lock a -- sh -c 'echo $$ >pid; exec sleep 600'");
        long program = tree.awaitPid("pid");

        // Both are told to us by one thread, the lower number first.
        HoldfastJar.signal("QUIT", run.pid());
        HoldfastJar.signal("TERM", run.pid());

        assertThat(run.exitCode()).isEqualTo(143);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEmpty();
        assertThat(HoldfastJar.isRunning(program)).isFalse();
    }
}
