package dev.holdfast.jdbc.sqlite;

import dev.holdfast.Holdfast;
import dev.holdfast.jdbc.SqlFence;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.ReleaseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The main class of child JVMs: {@code hold|count|write|fire <uri> ..}. Ends when its standard input does. */
final class SqliteWorker {

    static final String NAME = "n";

    private SqliteWorker() {}

    public static void main(String[] args) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Thread ender = new Thread(() -> awaitEnd(stop));
        ender.setDaemon(true);
        ender.start();
        Duration lease = Duration.ofMillis(Long.parseLong(args[2]));
        try (Holdfast holdfast = Holdfast.open("jdbc:sqlite:" + args[1], c -> c.lease(o -> o.lease(lease)))) {
            DistributedLock lock = holdfast.lock(NAME);
            switch (args[0]) {
                case "hold" -> hold(lock, stop);
                case "count" -> count(lock, Path.of(args[3]), Integer.parseInt(args[4]));
                case "write" -> write(holdfast, stop);
                case "fire" -> fire(lock, args[1], Path.of(args[3]), stop);
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private static void awaitEnd(AtomicBoolean stop) {
        try {
            while (System.in.read() >= 0) {
                // only the end matters
            }
        } catch (IOException alsoTheEnd) {
            // the parent is gone
        }
        stop.set(true);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void hold(DistributedLock lock, AtomicBoolean stop) throws InterruptedException {
        try (Lease lease = lock.acquire()) {
            say("HELD " + lease.fencingToken());
            while (!stop.get()) {
                Thread.sleep(10);
            }
        }
    }

    /** A read-modify-write of a plain file, which loses updates unless the lock excludes. */
    private static void count(DistributedLock lock, Path file, int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            try (Lease lease = lock.acquire()) {
                long value = Long.parseLong(Files.readString(file).strip());
                lease.ensureHeld();
                Files.writeString(file, Long.toString(value + 1));
            }
        }
        say("DONE");
    }

    private static void write(Holdfast holdfast, AtomicBoolean stop) throws InterruptedException {
        say("GO");
        for (int i = 0; !stop.get(); i++) {
            holdfast.lock("w-" + i % 100)
                    .tryAcquire(Duration.ofMillis(50))
                    .fold(won -> won.release(), refused -> ReleaseResult.LOST);
        }
    }

    private static void fire(DistributedLock lock, String file, Path log, AtomicBoolean stop) throws Exception {
        SqlFence fence = SqlFence.on("guarded", "id", "fence");
        try (Connection connection =
                DriverManager.getConnection("jdbc:sqlite:" + file + "?busy_timeout=5000&synchronous=NORMAL")) {
            say("GO");
            while (!stop.get()) {
                log(log, handOff(lock, fence, connection));
            }
        }
    }

    private static String handOff(DistributedLock lock, SqlFence fence, Connection connection)
            throws InterruptedException {
        long started = System.nanoTime();
        try {
            Lease lease = lock.acquire();
            long granted = System.nanoTime();
            long left = lease.remaining().toNanos();
            boolean accepted = effect(lease, fence, connection);
            long end = Math.min(System.nanoTime(), granted + left);
            ReleaseResult released = lease.release();
            return "G " + lease.fencingToken().value() + " " + started + " " + granted + " " + end + " " + accepted
                    + " " + released;
        } catch (HoldfastException | SQLException e) {
            return "X " + started + " " + System.nanoTime() + " " + e;
        }
    }

    /** A guarded read-modify-write: enters before it reads; the write and its log entry are one transaction. */
    private static boolean effect(Lease lease, SqlFence fence, Connection connection)
            throws SQLException, InterruptedException {
        try {
            fence.enter(connection, 1, lease.fencingToken());
            long value = read(connection);
            TimeUnit.MILLISECONDS.sleep(1); // wide enough for a stop to hit it: a late write must then be refused
            connection.setAutoCommit(false);
            try {
                fence.update(connection, 1, lease.fencingToken(), Map.of("value", value + 1));
                try (PreparedStatement s =
                        connection.prepareStatement("INSERT INTO effects (token, value) VALUES (?, ?)")) {
                    s.setLong(1, lease.fencingToken().value());
                    s.setLong(2, value + 1);
                    s.executeUpdate();
                }
                connection.commit();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            return true;
        } catch (FenceRejectedException late) {
            return false;
        }
    }

    private static long read(Connection connection) throws SQLException {
        try (Statement s = connection.createStatement();
                ResultSet rows = s.executeQuery("SELECT value FROM guarded WHERE id = 1")) {
            return rows.getLong(1);
        }
    }

    private static void log(Path log, String line) throws IOException {
        Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
