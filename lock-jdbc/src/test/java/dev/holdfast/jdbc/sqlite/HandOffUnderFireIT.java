package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.testkit.servers.ChildJvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four JVMs hand one lock around while they are killed and stopped at random. Judged by a guarded counter in the same file
 * (S1, S7), by tokens in the order of their effects (F-1), by the intervals in which a lease was certainly valid (S4), and
 * by the time each contender waited (L-9), counted from the last kill, stop or continuation: a process that is stopped
 * <i>inside</i> a write keeps the file's write lock, and nobody can take it from it.
 */
class HandOffUnderFireIT {

    private static final long MS = 1_000_000L;
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final int WORKERS = 4;

    @TempDir
    Path folder;

    private final List<Long> faults = new ArrayList<>();
    private int logs;

    private record Hold(long token, long started, long granted, long end, boolean accepted) {}

    @Test
    void handOffs_amidKillsAndStops_neverOverlapAndNeverStarve() throws Exception {
        boolean lengthy = Boolean.getBoolean("holdfast.long");
        int handOffs = lengthy ? 20_000 : 2_000;
        int least = lengthy ? 120 : 12;
        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        Random random = new Random(seed);
        try (ChildJvms children = new ChildJvms(folder, SqliteWorker.class);
                Holdfast owner = Holdfast.open("jdbc:sqlite:" + file())) {
            assertThat(owner.ping()).isPositive();
            prepare();
            List<ChildJvms.Child> workers = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                workers.add(worker(children));
            }
            for (int fault = 0; fault < least || number("SELECT count(*) FROM effects") < handOffs; fault++) {
                Thread.sleep(50 + random.nextInt(300));
                strike(children, workers, random);
            }
            Thread.sleep(2 * LEASE.toMillis());
            for (ChildJvms.Child worker : workers) {
                assertThat(worker.finish()).as("seed %s", seed).isZero();
            }
        }
        judge(seed, handOffs);
    }

    private void strike(ChildJvms children, List<ChildJvms.Child> workers, Random random) throws Exception {
        int victim = random.nextInt(WORKERS);
        ChildJvms.Child worker = workers.get(victim);
        if (random.nextBoolean()) {
            worker.kill();
            faults.add(System.nanoTime());
            workers.set(victim, worker(children));
        } else {
            worker.signal("STOP");
            faults.add(System.nanoTime());
            Thread.sleep(random.nextInt((int) (1.6 * LEASE.toMillis())));
            worker.signal("CONT");
            faults.add(System.nanoTime());
        }
    }

    private ChildJvms.Child worker(ChildJvms children) throws IOException {
        Path log = folder.resolve("log-" + logs++);
        ChildJvms.Child worker = children.start("fire", file().toString(), "" + LEASE.toMillis(), log.toString());
        assertThat(worker.line()).isEqualTo("GO");
        return worker;
    }

    private void judge(long seed, int handOffs) throws Exception {
        List<Hold> holds = holds();
        String about = "seed " + seed + ", " + holds.size() + " holds, " + faults.size() + " faults";
        assertThat(number("SELECT count(*) FROM effects")).as(about).isGreaterThanOrEqualTo(handOffs);
        assertThat(number("SELECT value FROM guarded"))
                .as("no update lost: %s", about)
                .isEqualTo(number("SELECT count(*) FROM effects"));
        assertThat(number("SELECT count(*) FROM effects a JOIN effects b ON b.n = a.n + 1 WHERE b.token <= a.token"))
                .as("tokens out of order: %s", about)
                .isZero();
        List<Hold> byTime = new ArrayList<>(holds);
        byTime.sort(Comparator.comparingLong(Hold::granted));
        for (int i = 1; i < byTime.size(); i++) {
            Hold before = byTime.get(i - 1);
            Hold next = byTime.get(i);
            assertThat(next.granted)
                    .as("%s overlaps %s, %s", next, before, about)
                    .isGreaterThanOrEqualTo(before.end);
            assertThat(next.token).as("%s after %s, %s", next, before, about).isGreaterThan(before.token);
        }
        TreeSet<Long> times = new TreeSet<>(faults);
        for (Hold hold : holds) {
            Long fault = times.floor(hold.granted);
            long from = fault == null ? hold.started : Math.max(hold.started, fault);
            assertThat((hold.granted - from) / MS)
                    .as("waited: %s, %s", hold, about)
                    .isLessThanOrEqualTo(LEASE.toMillis() + 1_000);
        }
        System.out.println("hand-offs under fire: " + about + ", refused late writes "
                + holds.stream().filter(h -> !h.accepted).count());
    }

    /** A wait that a fault of its own cut short is not in the log: the process is gone. */
    private List<Hold> holds() throws IOException {
        List<Hold> holds = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path log : files.filter(f -> f.getFileName().toString().startsWith("log-"))
                    .toList()) {
                for (String line : Files.readAllLines(log)) {
                    String[] f = line.split(" ", -1);
                    if (f[0].equals("G") && f.length == 7) {
                        holds.add(new Hold(at(f[1]), at(f[2]), at(f[3]), at(f[4]), Boolean.parseBoolean(f[5])));
                    }
                }
            }
        }
        return holds;
    }

    private static long at(String text) {
        return Long.parseLong(text);
    }

    private void prepare() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement s = connection.createStatement()) {
            s.execute("CREATE TABLE guarded (id INTEGER PRIMARY KEY, value INTEGER, fence INTEGER)");
            s.execute("INSERT INTO guarded VALUES (1, 0, 0)");
            s.execute("CREATE TABLE effects (n INTEGER PRIMARY KEY AUTOINCREMENT, token INTEGER, value INTEGER)");
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file() + "?busy_timeout=10000");
                Statement s = connection.createStatement();
                ResultSet rows = s.executeQuery(sql)) {
            return rows.getLong(1);
        }
    }

    private Path file() {
        return folder.resolve("locks.db");
    }
}
