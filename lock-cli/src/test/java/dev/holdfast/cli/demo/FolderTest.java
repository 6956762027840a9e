package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a killed demo left, and what only looks like it. */
class FolderTest {

    @TempDir
    Path folder;

    private Path parent;
    private Path elsewhere;

    @BeforeEach
    void prepare() throws IOException {
        parent = Files.createDirectory(folder.resolve("parent"));
        elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    }

    @Test
    void create_besideOneOfADeadDemo_removesIt() throws IOException {
        Path dead = dead(parent.resolve("holdfast-demo-1-2"));

        try (Folder made = Folder.create(parent)) {
            Path inside = Files.createFile(made.file("x"));
            Path path = Objects.requireNonNull(inside.getParent());
            assertThat(dead).doesNotExist();
            assertThat(path.getFileName())
                    .asString()
                    .startsWith("holdfast-demo-" + ProcessHandle.current().pid() + "-");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void create_besideALinkToAFolder_leavesBoth() throws IOException {
        Path target = dead(elsewhere.resolve("target"));
        Path link = Files.createSymbolicLink(parent.resolve("holdfast-demo-1-2"), target);

        Folder.create(parent).close();

        assertThat(link).isSymbolicLink();
        assertThat(target.resolve("alive")).exists();
    }

    @Test
    void create_besideAFolderWithALinkForTheFile_leavesBoth() throws IOException {
        Path target = Files.createFile(elsewhere.resolve("target"));
        Path folder = Files.createDirectory(parent.resolve("holdfast-demo-1-2"));
        Files.createSymbolicLink(folder.resolve("alive"), target);

        Folder.create(parent).close();

        assertThat(folder.resolve("alive")).isSymbolicLink();
        assertThat(target).exists();
    }

    @Test
    void create_besideAFolderWithoutTheFile_leavesIt() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("holdfast-demo-1-2"));

        Folder.create(parent).close();

        assertThat(folder).exists();
    }

    @Test
    void create_besideOneThatHoldsAFolder_leavesWhatIsNotOurs() throws IOException {
        Path dead = dead(parent.resolve("holdfast-demo-1-2"));
        Path foreign =
                Files.createFile(Files.createDirectory(dead.resolve("inner")).resolve("file"));
        Files.createSymbolicLink(dead.resolve("link"), elsewhere);

        Folder.create(parent).close();

        assertThat(foreign).exists();
        assertThat(elsewhere).exists();
    }

    @Test
    void create_besideOneThatHoldsAFileOfAnother_leavesTheFile() throws IOException {
        Path dead = dead(parent.resolve("holdfast-demo-1-2"));
        Path foreign = Files.createFile(dead.resolve("thesis.txt"));

        Folder.create(parent).close();

        assertThat(foreign).exists();
        assertThat(dead.resolve("shop.db")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"holdfast-demo-", "holdfast-demo-notes", "holdfast-demo-1", "holdfast-demo-1-2-old"})
    void create_besideAFolderOfAnotherName_leavesIt(String name) throws IOException {
        Path foreign = dead(parent.resolve(name));

        Folder.create(parent).close();

        assertThat(foreign.resolve("alive")).exists();
        assertThat(foreign.resolve("shop.db")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "holdfast demo", "holdfast demo\nand more", "yes"})
    void create_besideAFolderWithAnotherText_leavesIt(String text) throws IOException {
        Path foreign = dead(parent.resolve("holdfast-demo-1-2"));
        Files.writeString(foreign.resolve("alive"), text);

        Folder.create(parent).close();

        assertThat(foreign.resolve("shop.db")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"holdfast-demo-1-2/alive", "holdfast-demo-3-4"})
    void create_besideAPipe_leavesItAndDoesNotWait(String name) throws Exception {
        Path pipe = parent.resolve(name);
        Files.createDirectories(parent.resolve("holdfast-demo-1-2"));
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assumeTrue(made.waitFor() == 0, "no pipes here");

        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> Folder.create(parent).close());

        assertThat(pipe).exists();
    }

    @Test
    void create_besideOneThatLives_leavesIt() throws IOException {
        try (Folder made = Folder.create(parent)) {
            assertThat(made.file("alive")).hasContent("holdfast demo\n");
            Folder.create(parent).close();
            assertThat(made.file("alive")).exists();
        }
    }

    @Test
    void create_besideOneOfAnotherUser_leavesIt() throws IOException {
        Path dead = dead(parent.resolve("holdfast-demo-1-2"));
        assumeTrue(givenAway(dead), "this user may not give a folder away");

        Folder.create(parent).close();

        assertThat(dead.resolve("alive")).exists();
    }

    private static boolean givenAway(Path folder) {
        try {
            int own = (Integer) Files.getAttribute(folder, "unix:uid");
            Files.setAttribute(folder, "unix:uid", own + 1);
            return true;
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException notRoot) {
            return false;
        }
    }

    private static Path dead(Path folder) throws IOException {
        Files.createDirectory(folder);
        Files.writeString(folder.resolve("alive"), "holdfast demo\n");
        Files.createFile(folder.resolve("shop.db"));
        return folder;
    }
}
