package dev.holdfast.redis;

import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;

/**
 * Connections for commands, each used by one call at a time; the one used last is used next. Thread-safe.
 *
 * <p>Not the pool that comes with Jedis: that one makes new connections on whichever thread gives a broken one back, beyond the
 * bound of its call (L4), and waits for them inside a monitor (ADR 0010).
 *
 * <p>A connection is asked whether it still works before a command is trusted to it when it was idle for long, since firewalls
 * and servers drop such ones silently, or was idle while another broke: whatever cut that one has most likely cut it, too.
 */
final class Pool implements AutoCloseable {

    /** Longer than the longest silence of a waiting client, so that it sends nothing but its re-confirmations. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Connections connections;
    private final Ticker ticker = Ticker.system();
    private final int size;
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<Idle> idle = new ConcurrentLinkedDeque<>();
    private volatile long suspectedAt;
    private volatile boolean closed;

    private record Idle(Connection connection, long since) {}

    /** @param size the most connections at a time */
    Pool(Connections connections, int size) {
        this.connections = connections;
        this.size = size;
        this.permits = new Semaphore(size);
        this.suspectedAt = ticker.nanos();
    }

    /**
     * A connection that works, as far as one can know; null when none was free in time.
     *
     * @param deadline on the monotonic clock, for the making of one included
     * @throws RuntimeException what the driver says when none can be made
     */
    @Nullable
    Connection borrow(long deadline) throws InterruptedException {
        if (!permits.tryAcquire(Math.max(0, deadline - ticker.nanos()), TimeUnit.NANOSECONDS)) {
            return null;
        }
        boolean given = false;
        try {
            for (Idle next = idle.pollFirst(); next != null; next = idle.pollFirst()) {
                if (works(next, deadline)) {
                    given = true;
                    return next.connection;
                }
                drop(next.connection);
            }
            Connection made = connections.make(left(deadline));
            given = true;
            return made;
        } finally {
            if (!given) {
                permits.release();
            }
        }
    }

    private boolean works(Idle candidate, long deadline) {
        long now = ticker.nanos();
        if (now - candidate.since < IDLE.toNanos() && candidate.since - suspectedAt >= 0) {
            return true;
        }
        try {
            candidate.connection.setSoTimeout(Connections.millis(left(deadline)));
            return candidate.connection.ping();
        } catch (RuntimeException gone) {
            return false;
        }
    }

    /**
     * Gives back what was borrowed.
     *
     * @param whole whether its last reply was read to the end, and it leads where it should
     */
    void giveBack(Connection connection, boolean whole) {
        if (!whole || connection.isBroken() || closed) {
            drop(connection);
        } else {
            idle.addFirst(new Idle(connection, ticker.nanos()));
            if (closed) {
                dropIdle();
            }
        }
        permits.release();
    }

    /** What is idle now is asked before it is used again. */
    void suspect() {
        suspectedAt = ticker.nanos();
    }

    /** The most connections at a time. */
    int size() {
        return size;
    }

    private Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - ticker.nanos()));
    }

    private static void drop(Connection connection) {
        try {
            connection.disconnect();
        } catch (RuntimeException alreadyBroken) {
            // it is closed, then
        }
    }

    /** Ends what is idle now. */
    void dropIdle() {
        for (Idle next = idle.pollFirst(); next != null; next = idle.pollFirst()) {
            drop(next.connection);
        }
    }

    /** Idle connections end now, others when they are given back. */
    @Override
    public void close() {
        closed = true;
        dropIdle();
    }
}
