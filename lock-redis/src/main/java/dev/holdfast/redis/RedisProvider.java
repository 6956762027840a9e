package dev.holdfast.redis;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.StoreUri;
import java.util.List;

/** Opens {@code redis:} URIs. Touches a driver type only when one is opened. Thread-safe. */
public final class RedisProvider implements BackendProvider {

    private static final String SCHEME = "redis";

    /** For {@link java.util.ServiceLoader}. */
    public RedisProvider() {}

    @Override
    public List<String> schemes() {
        return List.of(SCHEME);
    }

    /** What a node can do that writes its grants to disk before it answers. */
    @Override
    public Capabilities capabilities(String scheme) {
        return RedisCapabilities.BEST;
    }

    @Override
    public Backend open(StoreUri uri, BackendContext context) {
        return open(RedisUri.parse(uri), context);
    }

    static Backend open(RedisConfig config, BackendContext context) {
        try {
            return RedisBackend.open(config.complete(), context);
        } catch (NoClassDefFoundError missing) {
            throw new ConfigurationException(
                    "driver is missing for scheme \"redis\": class=" + missing.getMessage()
                            + "; add redis.clients:jedis to the class path",
                    missing);
        }
    }
}
