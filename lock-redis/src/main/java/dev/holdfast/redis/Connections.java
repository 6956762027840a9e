package dev.holdfast.redis;

import java.time.Duration;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisProtocol;

/** Makes connections. Thread-safe. */
final class Connections {

    private final RedisConfig config;

    Connections(RedisConfig config) {
        this.config = config;
    }

    RedisConfig config() {
        return config;
    }

    /** Connects, logs in and selects the database: each step has its share of the bound, so that all together keep it. */
    Connection make(Duration bound) {
        Duration within = bound.dividedBy(config.database() == 0 ? 2 : 3);
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

    /** At least 1: zero would wait for ever. */
    static int millis(Duration duration) {
        return (int) Math.max(
                1, Math.min(Integer.MAX_VALUE, duration.plusNanos(999_999).toMillis()));
    }
}
