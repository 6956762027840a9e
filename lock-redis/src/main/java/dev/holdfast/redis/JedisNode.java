package dev.holdfast.redis;

import dev.holdfast.redis.RedisFailure.Kind;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
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
    private final Runnable suspicion;

    /** @param suspicion run when a connection broke, for other pools to the same server */
    JedisNode(RedisConfig config, Pool pool, Runnable suspicion) {
        this.config = config;
        this.pool = pool;
        this.suspicion = suspicion;
    }

    @Override
    public @Nullable Object command(Duration within, List<byte[]> words) throws RedisFailure {
        byte[] name = words.get(0);
        byte[][] rest = words.subList(1, words.size()).toArray(new byte[0][]);
        return call(within, connection -> {
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
        Object reply = call(within, connection -> {
            try {
                connection.sendCommand(Protocol.Command.EVALSHA, sent);
                return connection.getOne();
            } catch (JedisNoScriptException unknown) { // it did nothing
                sent[0] = script.text();
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

    private @Nullable Object call(Duration bound, Function<Connection, @Nullable Object> io) throws RedisFailure {
        Duration within = bound.compareTo(config.timeout()) < 0 ? bound : config.timeout();
        long deadline = Ticker.system().nanos() + Ticker.nanosOf(within);
        boolean interrupted = Thread.interrupted();
        try {
            Connection connection = borrow(deadline, within);
            try {
                connection.setSoTimeout(left(deadline));
                return io.apply(connection);
            } finally {
                pool.giveBack(connection);
            }
        } catch (JedisDataException refused) {
            throw new RedisFailure(
                    Kind.REFUSED,
                    "Redis refused: uri=" + config + ", reply=" + config.hidden(refused.getMessage()),
                    refused);
        } catch (JedisException lost) {
            suspicion.run();
            String why = "no reply from Redis: uri=" + config + ", within=" + within + ", cause=" + reason(lost);
            throw new RedisFailure(Kind.NO_REPLY, why, lost);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
                            "no connection is free: uri=" + config + ", within=" + within + ", pool-size="
                                    + config.poolSize() + "; the server is slow or pool-size too small",
                            null);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (JedisException unreachable) {
            throw notConnected(unreachable);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RedisFailure notConnected(JedisException cause) {
        String text = cause instanceof JedisDataException
                ? "Redis refused the connection: uri=" + config + ", reply=" + config.hidden(cause.getMessage())
                        + "; check user, password and database"
                : "cannot connect to Redis: uri=" + config + ", cause=" + reason(cause) + "; is the server running?";
        return new RedisFailure(Kind.NOT_SENT, text, cause);
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
        return inner instanceof JedisConnectionException ? String.valueOf(inner.getMessage()) : inner.toString();
    }

    @Override
    public void close() {
        pool.close();
    }
}
