package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A busy file, interrupts, and which error means what. */
class SqliteSessionTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void calls_fileBusyForTooLong_sayWhatDidNotHappen() throws SQLException {
        try (TestClient one = TestClient.real("one", file(), "?holdfast.busy-timeout=50ms")) {
            GrantRef held = one.granted("held", LEASE);
            try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file());
                    Statement s = other.createStatement()) {
                s.execute("BEGIN IMMEDIATE");
                AcquireReply refused = one.tries("n", LEASE);
                assertThat(refused).isInstanceOf(AcquireReply.Unavailable.class);
                assertThat(((AcquireReply.Unavailable) refused).cause())
                        .hasMessageContaining("database is busy: file=" + file());
                assertThat(one.renew(held)).isInstanceOf(RenewReply.Indeterminate.class);
                assertThat(one.locks().release(held)).isInstanceOf(ReleaseReply.Indeterminate.class);
                assertThat(one.locks()
                                .releaseAndEnqueue(held, one.request("held", LEASE), () -> {})
                                .released())
                        .isInstanceOf(ReleaseReply.Indeterminate.class);
                s.execute("ROLLBACK");
            }
            assertThat(one.renew(held)).isInstanceOf(RenewReply.Renewed.class);
            assertThat(one.locks().release(held)).isInstanceOf(ReleaseReply.Released.class);
        }
    }

    @Test
    void calls_fileBusyForAMoment_waitForIt() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (TestClient one = TestClient.real("one", file(), "");
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement s = other.createStatement()) {
            s.execute("BEGIN IMMEDIATE");
            Future<Boolean> got = thread.submit(() -> one.gets("n", LEASE));
            TimeUnit.MILLISECONDS.sleep(30);
            s.execute("ROLLBACK");
            assertThat(got.get(5, TimeUnit.SECONDS)).isTrue();
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void p21_interrupts_neitherBreakTheConnectionNorGetLost() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        try (TestClient one = TestClient.real("one", file(), "");
                TestClient rival = TestClient.real("rival", file(), "")) {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> broken = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                TestClient client = i < 2 ? one : rival;
                String name = "n" + i;
                threads.add(new Thread(() -> pairs(client, name, stop, broken)));
            }
            threads.forEach(Thread::start);
            Random random = new Random(7);
            for (int i = 0; i < 300; i++) {
                threads.get(random.nextInt(3)).interrupt();
                TimeUnit.MILLISECONDS.sleep(1);
            }
            stop.set(true);
            for (Thread thread : threads) {
                thread.join(10_000);
            }
            assertThat(broken).isEmpty();
        }
    }

    private static void pairs(TestClient client, String name, AtomicBoolean stop, List<Throwable> broken) {
        try {
            while (!stop.get()) {
                GrantRef grant = client.granted(name, LEASE);
                assertThat(client.locks().release(grant)).isInstanceOf(ReleaseReply.Released.class);
            }
        } catch (Throwable e) {
            broken.add(e);
        }
    }

    @Test
    void call_interruptedBefore_worksAndKeepsTheFlag() {
        try (TestClient one = TestClient.real("one", file(), "")) {
            Thread.currentThread().interrupt();
            assertThat(one.gets("n", LEASE)).isTrue();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void call_afterClose_isUnavailable() {
        TestClient one = TestClient.real("one", file(), "");
        GrantRef grant = one.granted("n", LEASE);
        one.close();
        one.close();
        assertThat(one.tries("m", LEASE)).isInstanceOf(AcquireReply.Unavailable.class);
        assertThat(one.renew(grant)).isInstanceOf(RenewReply.Indeterminate.class);
    }

    @Test
    void calls_fileReplacedWhileOpen_areRefused() throws Exception {
        try (TestClient one = TestClient.real("one", file(), "")) {
            GrantRef held = one.granted("n", LEASE);
            for (String suffix : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(folder.resolve("locks.db" + suffix));
            }
            try (TestClient two = TestClient.real("two", file(), "")) {
                assertThat(two.gets("m", LEASE)).isTrue();
                TimeUnit.MILLISECONDS.sleep(110);
                AcquireReply reply = one.tries("m", LEASE);
                assertThat(reply).isInstanceOf(AcquireReply.Unavailable.class);
                assertThat(((AcquireReply.Unavailable) reply).cause())
                        .hasMessageContaining("deleted, replaced or moved while in use: file=" + file());
                assertThat(one.renew(held)).isInstanceOfSatisfying(RenewReply.NotOwner.class, lost -> {
                    assertThat(lost.cause()).isEqualTo(LossCause.STORE_FORGOT);
                    assertThat(lost.detail()).contains("deleted, replaced or moved while in use: file=" + file());
                });
                assertThat(two.gets("o", LEASE)).isTrue();
            }
        }
    }

    /** The same file by another name: those who follow the link find a log of another name, so both would grant. */
    @Test
    void calls_fileMovedAndItsPathALinkToIt_areRefused() throws Exception {
        try (TestClient one = TestClient.real("one", file(), "")) {
            GrantRef held = one.granted("n", LEASE);
            Path moved = Files.move(file(), folder.resolve("moved.db"));
            Files.createSymbolicLink(file(), moved);
            TimeUnit.MILLISECONDS.sleep(110);

            assertThat(one.tries("m", LEASE)).isInstanceOf(AcquireReply.Unavailable.class);
            assertThat(one.renew(held)).isInstanceOfSatisfying(RenewReply.NotOwner.class, lost -> {
                assertThat(lost.cause()).isEqualTo(LossCause.STORE_FORGOT);
                assertThat(lost.detail()).contains("moved while in use: file=" + file());
            });
        }
    }

    @Test
    void calls_openedThroughALinkedFolderAndALinkedFile_goOn() throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path linked = Files.createSymbolicLink(folder.resolve("linked"), real);
        Files.createSymbolicLink(real.resolve("link.db"), real.resolve("locks.db"));
        try (TestClient one = TestClient.real("one", linked.resolve("link.db"), "")) {
            GrantRef held = one.granted("n", LEASE);
            TimeUnit.MILLISECONDS.sleep(110);

            assertThat(one.renew(held)).isInstanceOf(RenewReply.Renewed.class);
        }
    }

    @Test
    void renew_fileCannotBeLookedAt_isNoLoss() throws Exception {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path moved = folder.resolve("moved");
        try (TestClient one = TestClient.real("one", inner.resolve("locks.db"), "")) {
            GrantRef held = one.granted("n", LEASE);
            Files.move(inner, moved);
            Files.createSymbolicLink(inner, inner); // a loop
            TimeUnit.MILLISECONDS.sleep(110);
            assertThat(one.renew(held)).isInstanceOf(RenewReply.Indeterminate.class);
            Files.delete(inner);
            Files.move(moved, inner);
            assertThat(one.renew(held)).isInstanceOf(RenewReply.Renewed.class);
        }
    }

    @Test
    void lease_fileDeletedUnderIt_isForgottenAtTheNextRenewal() throws Exception {
        CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
        Duration lease = Duration.ofSeconds(3);
        try (Holdfast holdfast = Holdfast.open("jdbc:sqlite:" + file(), c -> c.lease(o -> o.lease(lease)))) {
            Lease held = holdfast.lock("n").acquire();
            held.onLost(told::complete);
            Files.delete(file());

            LeaseLoss loss = told.get(30, TimeUnit.SECONDS);

            assertThat(loss.cause()).isEqualTo(LossCause.STORE_FORGOT);
            assertThat(loss.detail()).contains("deleted, replaced or moved while in use: file=" + file());
            assertThat(held.isHeld()).isFalse();
        }
    }

    @Test
    void acquire_noBaseLeft_isUnavailableAndHarmsNobody() {
        try (TestClient one = TestClient.real("one", file(), "")) {
            long most = dev.holdfast.spi.Tokens.MAX_BASE;
            GrantRef last = one.granted(one.request("n", LEASE, (most - 1) << 12));
            assertThat(last.base()).isEqualTo(most);
            assertThat(one.locks().release(last)).isInstanceOf(ReleaseReply.Released.class);
            AcquireReply reply = one.tries("n", LEASE);
            assertThat(reply).isInstanceOf(AcquireReply.Unavailable.class);
            assertThat(one.gets("m", LEASE)).isTrue();
        }
    }

    @Test
    void errors_byCode_areDefiniteOrUnknown() {
        for (SQLiteErrorCode definite : List.of(
                SQLiteErrorCode.SQLITE_BUSY,
                SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT,
                SQLiteErrorCode.SQLITE_FULL,
                SQLiteErrorCode.SQLITE_READONLY,
                SQLiteErrorCode.SQLITE_CORRUPT,
                SQLiteErrorCode.SQLITE_NOTADB,
                SQLiteErrorCode.SQLITE_CANTOPEN,
                SQLiteErrorCode.SQLITE_CONSTRAINT,
                SQLiteErrorCode.SQLITE_IOERR_READ,
                SQLiteErrorCode.SQLITE_IOERR_LOCK)) {
            assertThat(SqliteErrors.isUnknown(new SQLiteException("x", definite)))
                    .as(definite.name())
                    .isFalse();
        }
        for (SQLiteErrorCode unknown : List.of(
                SQLiteErrorCode.SQLITE_IOERR,
                SQLiteErrorCode.SQLITE_IOERR_WRITE,
                SQLiteErrorCode.SQLITE_IOERR_FSYNC,
                SQLiteErrorCode.SQLITE_IOERR_SHMMAP,
                SQLiteErrorCode.SQLITE_NOMEM)) {
            assertThat(SqliteErrors.isUnknown(new SQLiteException("x", unknown)))
                    .as(unknown.name())
                    .isTrue();
        }
    }

    @Test
    void errors_ioOnAFullFileSystem_sayThatThereIsNoSpace() {
        Path full = Path.of("/proc/self/stat"); // a file system without space, for every user
        assumeTrue(Files.exists(full), "no /proc");
        for (SQLiteErrorCode code : List.of(
                SQLiteErrorCode.SQLITE_IOERR_SHMSIZE,
                SQLiteErrorCode.SQLITE_IOERR_SHMOPEN,
                SQLiteErrorCode.SQLITE_IOERR_SHMMAP,
                SQLiteErrorCode.SQLITE_IOERR_WRITE,
                SQLiteErrorCode.SQLITE_IOERR_TRUNCATE,
                SQLiteErrorCode.SQLITE_FULL)) {
            assertThat(SqliteErrors.text(full, new SQLiteException("x", code)))
                    .as(code.name())
                    .isEqualTo("no space left for the database: file=" + full + "; free space on its file system");
        }
    }

    @Test
    void errors_ioOnAFileSystemWithSpace_nameTheCode() throws Exception {
        assumeTrue(Files.getFileStore(folder).getUsableSpace() > 1 << 20, "the temporary folder is full");
        Path missing = folder.resolve("missing.db");
        for (Path file : List.of(Files.createFile(file()), missing)) {
            assertThat(SqliteErrors.text(file, new SQLiteException("x", SQLiteErrorCode.SQLITE_IOERR_SHMSIZE)))
                    .isEqualTo("database I/O failed: file=" + file + ", code=SQLITE_IOERR_SHMSIZE; check the disk");
        }
    }

    @Test
    void errors_everyText_namesTheFile() {
        for (SQLiteErrorCode code : SQLiteErrorCode.values()) {
            assertThat(SqliteErrors.text(file(), new SQLiteException("x", code)))
                    .as(code.name())
                    .contains("file=" + file());
        }
    }

    private Path file() {
        return folder.resolve("locks.db");
    }
}
