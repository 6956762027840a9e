package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.Ticker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The client's one connection: one caller at a time, each for some microseconds. Thread-safe.
 *
 * <p>A file that another process writes is asked for again after a pause that starts at 50 microseconds, which hands it
 * over far sooner than the driver's own wait of whole milliseconds; a virtual thread parks instead of pinning. Interrupts
 * neither end a call nor reach the driver: the flag is kept. Waiting is bounded by the real clock, whatever the ticker.
 */
final class SqliteSession implements AutoCloseable {

    private static final long FIRST_PAUSE = 50_000;
    private static final long LONGEST_PAUSE = 1_000_000;
    private static final Ticker REAL = Ticker.system();

    final Path file;

    private final Connection connection;
    private final Statements statements;
    private final long busyTimeout;
    private final ReentrantLock lock = new ReentrantLock();
    private final FileWatch watch;
    private boolean closed;

    SqliteSession(Path file, Connection connection, StoreClock clock, Duration busyTimeout) {
        this.file = file;
        this.connection = connection;
        this.statements = new Statements(connection, clock);
        this.busyTimeout = busyTimeout.toNanos();
        this.watch = new FileWatch(file);
    }

    /** What is done with the statements: no waiting, no foreign code. May run again from the start when the file is busy. */
    @FunctionalInterface
    interface Work<T> {
        T run(Statements statements) throws SQLException;
    }

    /** Runs statements that are a transaction each. */
    <T> T call(Duration within, Work<T> work) throws SqliteFailure {
        long deadline = REAL.nanos() + Math.min(busyTimeout, Ticker.nanosOf(within));
        boolean interrupted = !lock.tryLock() && lockBy(deadline);
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    requireOpen();
                    watch.check();
                    T result = work.run(statements);
                    statements.settle();
                    return result;
                } catch (RuntimeException e) {
                    statements.forget();
                    throw e;
                } catch (SQLException e) {
                    statements.forget();
                    if (!SqliteErrors.isBusy(e)) {
                        statements.discard();
                    }
                    if (!SqliteErrors.isBusy(e) || REAL.nanos() - deadline >= 0) {
                        throw SqliteErrors.failure(file, e);
                    }
                    interrupted |= Thread.interrupted();
                    pause(attempt);
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Runs one transaction that has the write lock from its start: it is not busy later. */
    <T> T transaction(Duration within, Work<T> work) throws SqliteFailure {
        return call(within, s -> {
            s.begin();
            boolean done = false;
            try {
                T result = work.run(s);
                s.commit();
                done = true;
                return result;
            } finally {
                if (!done) {
                    s.rollback();
                }
            }
        });
    }

    /** Takes the lock or fails; true when an interrupt was put off. */
    private boolean lockBy(long deadline) throws SqliteFailure {
        boolean interrupted = false;
        while (true) {
            try {
                if (lock.tryLock(Math.max(0, deadline - REAL.nanos()), TimeUnit.NANOSECONDS)) {
                    return interrupted;
                }
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                throw new SqliteFailure(
                        "database connection is busy: file=" + file + "; this client has more calls than it can serve",
                        false,
                        new SQLException("timed out"));
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
    }

    private static void pause(int attempt) {
        long longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(attempt, 10));
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest));
    }

    private void requireOpen() throws SqliteFailure {
        if (closed) {
            throw new SqliteFailure("store is closed: file=" + file, false, new SQLException("closed"));
        }
    }

    /** Waits for the call under way. Closing the last connection to the file folds its log in. */
    @Override
    public void close() throws SQLException {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                connection.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
