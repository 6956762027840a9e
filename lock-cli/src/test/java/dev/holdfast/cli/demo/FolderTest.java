package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        Files.createFile(folder.resolve("alive"));
        Files.createFile(folder.resolve("shop.db"));
        return folder;
    }
}
