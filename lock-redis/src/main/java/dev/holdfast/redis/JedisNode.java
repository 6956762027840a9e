package dev.holdfast.redis;

import dev.holdfast.redis.RedisFailure.Kind;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A node through a pool of Jedis connections. A call runs on the caller's thread, on one connection, once: nothing is sent again
 * behind the engine's back. Thread-safe.
 *
 * <p>An interrupt that is pending is put aside for the call: it would close the socket of a virtual thread, and so lose the reply
 * of a release. It is set again afterwards.
 */
final class JedisNode implements RedisNode {

    private final RedisConfig config;
    private final Pool pool;
    private final Alarm alarm;

    /** What one pool has to tell those to the same server. */
    interface Alarm {

        /** A connection broke: others may be broken, too. */
        void suspect();

        /** The server is not the one that takes commands now: no connection to it is of use. */
        void misrouted();

        /** For a node that has no others beside it. */
        static Alarm of(Pool pool) {
            return of(pool, pool);
        }

        /** For two of them. */
        static Alarm of(Pool one, Pool other) {
            return new Alarm() {
                @Override
                public void suspect() {
                    one.suspect();
                    other.suspect();
                }

                @Override
                public void misrouted() {
                    one.dropIdle();
                    other.dropIdle();
                }
            };
        }
    }

    /** What is done with a connection, and until when. */
    private interface Exchange {
        @Nullable
        Object with(Connection connection, long deadline);
    }

    JedisNode(RedisConfig config, Pool pool, Alarm alarm) {
        this.config = config;
        this.pool = pool;
        this.alarm = alarm;
    }

    @Override
    public @Nullable Object command(Duration within, List<byte[]> words) throws RedisFailure {
        byte[] name = words.get(0);
        byte[][] rest = words.subList(1, words.size()).toArray(new byte[0][]);
        return call(within, (connection, deadline) -> {
            connection.sendCommand(() -> name, rest);
            return connection.getOne();
        });
    }

    @Override
    public Object script(Script script, List<byte[]> keys, List<byte[]> arguments, Duration within)
            throws RedisFailure {
        List<byte[]> words = new ArrayList<>(2 + keys.size() + arguments.size());
        words.add(script.digest());
        words.add(Keys.utf8(Integer.toString(keys.size())));
        words.addAll(keys);
        words.addAll(arguments);
        byte[][] sent = words.toArray(new byte[0][]);
        Object reply = call(within, (connection, deadline) -> {
            try {
                connection.sendCommand(Protocol.Command.EVALSHA, sent);
                return connection.getOne();
            } catch (JedisNoScriptException unknown) { // it did nothing
                sent[0] = script.text();
                connection.setSoTimeout(left(deadline));
                connection.sendCommand(Protocol.Command.EVAL, sent);
                return connection.getOne();
            }
        });
        if (reply == null) {
            throw new RedisFailure(
                    Kind.NO_REPLY, "script gave no value: name=" + script, new IllegalStateException("null"));
        }
        return reply;
    }

    private @Nullable Object call(Duration bound, Exchange exchange) throws RedisFailure {
        Duration within = bound.compareTo(config.timeout()) < 0 ? bound : config.timeout();
        long deadline = Ticker.system().nanos() + Ticker.nanosOf(within);
        boolean interrupted = Thread.interrupted();
        try {
            return exchanged(borrow(deadline, within), deadline, exchange);
        } catch (JedisDataException refused) {
            throw new RedisFailure(
                    Kind.REFUSED,
                    "Redis refused: uri=" + config + ", reply=" + config.hidden(refused.getMessage()),
                    refused);
        } catch (RuntimeException lost) {
            alarm.suspect();
            String why = "no reply from Redis: uri=" + config + ", within=" + within + ", cause=" + reason(lost);
            throw new RedisFailure(Kind.NO_REPLY, why, lost);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * A connection is used again only after a whole reply. Whatever else ends the exchange, an {@link Error} in the middle of a
     * reply included, would leave a rest that the next call took for its own.
     */
    private @Nullable Object exchanged(Connection connection, long deadline, Exchange exchange) {
        boolean whole = false;
        try {
            connection.setSoTimeout(left(deadline));
            Object reply = exchange.with(connection, deadline);
            whole = true;
            return reply;
        } catch (JedisDataException refused) {
            whole = !isMisrouted(refused);
            if (!whole) {
                alarm.misrouted();
            }
            throw refused;
        } finally {
            pool.giveBack(connection, whole);
        }
    }

    /** After a fail-over behind one address the old connections still lead to the former primary. */
    private static boolean isMisrouted(JedisDataException refused) {
        String text = String.valueOf(refused.getMessage());
        return text.contains("READONLY ") || text.startsWith("MASTERDOWN ") || text.startsWith("LOADING ");
    }

    private Connection borrow(long deadline, Duration within) throws RedisFailure {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    Connection connection = pool.borrow(deadline);
                    if (connection != null) {
                        return connection;
                    }
                    throw new RedisFailure(
                            Kind.NOT_SENT,
                            "no connection is free: uri=" + config + ", within=" + within + ", connections="
                                    + pool.size() + "; the server is slow or pool-size too small",
                            null);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (RuntimeException unreachable) {
            throw notConnected(unreachable);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RedisFailure notConnected(RuntimeException cause) {
        String text = cause instanceof JedisDataException
                ? "Redis refused the connection: uri=" + config + ", reply=" + config.hidden(cause.getMessage()) + "; "
                        + remedy(cause)
                : "cannot connect to Redis: uri=" + config + ", cause=" + reason(cause) + "; is the server running?";
        return new RedisFailure(Kind.NOT_SENT, text, cause);
    }

    /** What to do when the server refuses a connection. */
    static String remedy(Throwable refused) {
        String text = String.valueOf(refused.getMessage());
        if (text.contains("max number of clients")) {
            return "raise maxclients, or lower pool-size";
        }
        return text.contains("unknown command") || text.contains("HELLO")
                ? "Redis 6.0 or newer is needed"
                : "check user, password and database";
    }

    private static int left(long deadline) {
        return Connections.millis(
                Duration.ofNanos(Math.max(0, deadline - Ticker.system().nanos())));
    }

    /** The innermost text: the outer ones of the driver say only that something failed. */
    static String reason(Throwable failure) {
        Throwable inner = failure;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner instanceof JedisException ? String.valueOf(inner.getMessage()) : inner.toString();
    }

    @Override
    public void close() {
        pool.close();
    }
}
