package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.RenewReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File systems that are full, read-only or mounted oddly. Needs the right to mount; skipped with that reason otherwise. */
class SqliteMountsIT {

    private static final Duration LEASE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final List<Path> mounted = new ArrayList<>();

    @AfterEach
    void unmount() throws Exception {
        for (Path each : mounted) {
            run("umount", "-l", each.toString());
        }
    }

    @Test
    void diskFull_saysSoAndWorksAgainWhenThereIsSpace() throws Exception {
        mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", folder.toString());
        Path file = folder.resolve("locks.db");
        try (TestClient one = TestClient.real("one", file, "")) {
            GrantRef held = one.granted("held", LEASE);
            Path filler = folder.resolve("filler");
            fill(filler);
            AcquireReply refused = new AcquireReply.NotQueued();
            for (int i = 0; i < 5_000 && !(refused instanceof AcquireReply.Unavailable); i++) {
                refused = one.tries("name-" + i, LEASE);
            }
            assertThat(refused).isInstanceOf(AcquireReply.Unavailable.class);
            assertThat(((AcquireReply.Unavailable) refused).cause())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("no space left for the database: file=" + file)
                    .hasMessageContaining("free space");
            assertThat(one.renew(held)).isInstanceOf(RenewReply.Indeterminate.class);
            Files.delete(filler);
            assertThat(one.renew(held)).isInstanceOf(RenewReply.Renewed.class);
            assertThat(one.gets("after", LEASE)).isTrue();
        }
    }

    @Test
    void diskFull_atOpen_saysSo() throws Exception {
        mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.toString());
        fill(folder.resolve("filler"));
        Path file = folder.resolve("locks.db");
        assertThatThrownBy(() -> TestClient.real("one", file, ""))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("no space left for the database: file=" + file)
                .hasMessageContaining("free space");
    }

    @Test
    void diskFull_whenTheShmCannotBeMade_saysSo() throws Exception {
        mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString());
        Path file = folder.resolve("locks.db");
        TestClient.real("one", file, "").close();
        fill(folder.resolve("filler"));
        assertThatThrownBy(() -> TestClient.real("two", file, ""))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("no space left for the database: file=" + file)
                .hasMessageContaining("free space");
    }

    @Test
    void readOnlyFileSystem_saysSo() throws Exception {
        mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString());
        Path file = folder.resolve("locks.db");
        TestClient.real("one", file, "").close();
        run("mount", "-o", "remount,ro", folder.toString());
        assertThatThrownBy(() -> TestClient.real("two", file, ""))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("may not be read and written: file=" + file);
    }

    @Test
    void fileMountedAlone_isRefusedBecauseItsLogIsNotShared() throws Exception {
        Path outside = Files.createFile(folder.resolve("outside.db"));
        Path inside = Files.createFile(folder.resolve("inside.db"));
        mount("--bind", outside.toString(), inside.toString());
        assertThatThrownBy(() -> TestClient.real("one", inside, ""))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("mount of its own")
                .hasMessageContaining("mount its folder");
    }

    private void mount(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(arguments));
        Assumptions.assumeTrue(run(command.toArray(String[]::new)) == 0, "this user may not mount");
        mounted.add(Path.of(arguments[arguments.length - 1]));
    }

    private static int run(String... command) throws Exception {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noSuchCommand) {
            return -1;
        }
    }

    /** Writes until nothing more goes in. */
    private static void fill(Path file) {
        byte[] block = new byte[4096];
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space");
        }
    }
}
