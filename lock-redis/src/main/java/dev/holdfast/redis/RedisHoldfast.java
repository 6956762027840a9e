package dev.holdfast.redis;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Clients of a Redis node, opened from a typed configuration rather than a URI. */
public final class RedisHoldfast {

    private RedisHoldfast() {}

    /**
     * Opens a client: connects, probes the node and warns of settings that endanger locks.
     *
     * @param redis where the node is: {@code r -> r.host("redis.internal").password(secret)}
     * @param config of the client, as for {@link Holdfast#open(String, UnaryOperator)}
     * @throws dev.holdfast.lock.InvalidInputException for a value that is out of its range; nothing was sent
     * @throws dev.holdfast.lock.ConfigurationException when Jedis is not on the class path
     * @throws dev.holdfast.lock.UnsupportedByStoreException when a required capability is missing
     * @throws dev.holdfast.lock.StoreUnavailableException when the node does not answer, or refuses what the store needs
     */
    public static Holdfast open(UnaryOperator<RedisConfig> redis, UnaryOperator<HoldfastConfig> config) {
        RedisConfig where = Objects.requireNonNull(redis.apply(RedisConfig.DEFAULTS), "redis");
        return Holdfast.over(context -> RedisProvider.open(where, context), config);
    }
}
