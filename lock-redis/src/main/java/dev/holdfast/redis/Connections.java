package dev.holdfast.redis;

import dev.holdfast.spi.Ticker;
import java.time.Duration;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisProtocol;

/**
 * Makes connections, for the pool within the bound of the call that needs one. One that was idle for long is asked first whether
 * it still works: firewalls and servers drop such ones silently, and a command on it would get no reply. Thread-safe.
 */
final class Connections extends BasePooledObjectFactory<Connection> {

    /** Longer than the longest silence of a waiting client, so that it sends nothing but its re-confirmations. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final RedisConfig config;
    private final ThreadLocal<Long> deadline = new ThreadLocal<>();

    Connections(RedisConfig config) {
        this.config = config;
    }

    /** Connects, logs in and selects the database. */
    Connection make(Duration within) {
        Duration connect = within.compareTo(config.connectTimeout()) < 0 ? within : config.connectTimeout();
        var options = DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .connectionTimeoutMillis(millis(connect))
                .socketTimeoutMillis(millis(within))
                .database(config.database())
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        config.user().ifPresent(options::user);
        config.password().ifPresent(options::password);
        return new Connection(new HostAndPort(config.host(), config.port()), options.build());
    }

    /** What the pool makes on this thread from here on has to be done by then. */
    void due(long nanos) {
        deadline.set(nanos);
    }

    void done() {
        deadline.remove();
    }

    @Override
    public Connection create() {
        return make(left());
    }

    @Override
    public PooledObject<Connection> wrap(Connection connection) {
        return new DefaultPooledObject<>(connection);
    }

    @Override
    public void destroyObject(PooledObject<Connection> pooled) {
        pooled.getObject().disconnect();
    }

    @Override
    public boolean validateObject(PooledObject<Connection> pooled) {
        Connection connection = pooled.getObject();
        if (connection.isBroken()) {
            return false;
        }
        if (pooled.getIdleDuration().compareTo(IDLE) < 0) {
            return true;
        }
        try {
            connection.setSoTimeout(millis(left()));
            return connection.ping();
        } catch (RuntimeException gone) {
            return false;
        }
    }

    private Duration left() {
        Long due = deadline.get();
        return due == null
                ? config.connectTimeout()
                : Duration.ofNanos(Math.max(0, due - Ticker.system().nanos()));
    }

    /** At least 1: zero would wait for ever. */
    static int millis(Duration duration) {
        return (int) Math.max(
                1, Math.min(Integer.MAX_VALUE, duration.plusNanos(999_999).toMillis()));
    }
}
