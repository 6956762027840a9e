package dev.holdfast.redis;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.StoreOptions;
import dev.holdfast.spi.StoreUri;
import java.util.Set;

/** Reads {@code redis://[user[:password]@]host[:port][/database][?option=value&..]} into a {@link RedisConfig}. */
final class RedisUri {

    private static final Set<String> KNOWN = Set.of(
            "password",
            "password-file",
            "password-env",
            "namespace",
            "lock-key",
            "pool-size",
            "connect-timeout",
            "timeout",
            "retention");

    private RedisUri() {}

    static RedisConfig parse(StoreUri uri) {
        StoreOptions options = uri.options();
        options.requireKnown(KNOWN);
        RedisConfig config = atHost(uri).database(database(uri));
        config = uri.user().filter(user -> !user.isEmpty()).map(config::user).orElse(config);
        config = uri.password().map(config::password).orElse(config);
        if (config.user().isPresent() && config.password().isEmpty()) {
            throw new ConfigurationException(
                    "user without a password: uri=" + uri
                            + "; write redis://user:password@host, redis://:password@host, or add password-file or password-env");
        }
        config = options.text("namespace").map(config::namespace).orElse(config);
        config = options.text("lock-key").map(config::lockKey).orElse(config);
        return config.poolSize(options.integer("pool-size", 1, 1_000, config.poolSize()))
                .connectTimeout(options.duration("connect-timeout", config.connectTimeout()))
                .timeout(options.duration("timeout", config.timeout()))
                .retention(options.duration("retention", config.retention()));
    }

    private static RedisConfig atHost(StoreUri uri) {
        if (uri.hosts().size() > 1) {
            throw new ConfigurationException("redis: takes one host: uri=" + uri + ", hosts="
                    + uri.hosts().size());
        }
        if (uri.hosts().isEmpty()) {
            throw new ConfigurationException(
                    "redis: needs a host: uri=" + uri + "; write redis://host or redis://host:port");
        }
        StoreUri.HostPort host = uri.hosts().get(0);
        RedisConfig config = RedisConfig.DEFAULTS.host(host.host());
        return host.port() < 0 ? config : config.port(host.port());
    }

    private static int database(StoreUri uri) {
        String path = uri.path();
        if (path.isEmpty() || path.equals("/")) {
            return RedisConfig.DEFAULTS.database();
        }
        if (!path.matches("/\\d{1,5}")) {
            throw new ConfigurationException("not the number of a database: uri=" + uri + ", path=" + path
                    + "; write for example redis://host/0");
        }
        return Integer.parseInt(path.substring(1));
    }
}
