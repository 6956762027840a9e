package dev.holdfast.redis;

import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The guard of data that lives in Redis (F-3): a mark beside each guarded key, the highest fencing token that has entered. The
 * check and the write are one script. Has connections of its own; thread-safe.
 *
 * <pre>{@code
 * try (RedisFence fence = RedisFence.open(r -> r.host("redis.internal"))) {
 *     fence.enter("stock:42", lease.fencingToken());           // before the first read
 *     int left = Integer.parseInt(fence.get("stock:42").orElse("0"));
 *     fence.set("stock:42", Integer.toString(left - 1), lease.fencingToken());
 * }
 * }</pre>
 *
 * <p>A token on the write alone does not protect a read-modify-write: an old holder that is paused between read and write is
 * refused only if its successor has <b>entered</b> before it read. Two writes under one token are not ordered by it: a copy of
 * the first that is delayed in the network can undo the second, so write a value once under each token, or make it absolute.
 *
 * <p>The mark of {@code key} is the plain string {@code key:fence}, 19 digits, without an expiry: it may go when the data goes. On
 * a cluster both have to share a hash tag.
 */
public final class RedisFence implements AutoCloseable {

    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final RedisConfig config;
    private final RedisNode node;

    private RedisFence(RedisConfig config, RedisNode node) {
        this.config = config;
        this.node = node;
    }

    /**
     * A guard on one node. Connects with the first call; namespace, lock key and retention of the configuration play no part.
     *
     * @throws dev.holdfast.lock.InvalidInputException for a value that is out of its range
     */
    public static RedisFence open(UnaryOperator<RedisConfig> redis) {
        RedisConfig config = Objects.requireNonNull(redis.apply(RedisConfig.DEFAULTS), "redis")
                .complete();
        Pool pool = new Pool(new Connections(config), config.poolSize());
        return new RedisFence(config, new JedisNode(config, pool, JedisNode.Alarm.of(pool)));
    }

    /**
     * Raises the mark of a key to the token. Idempotent: after a lost reply it is safe to call again. One round trip.
     *
     * @throws FenceRejectedException when a higher token has entered; nothing changed
     * @throws IndeterminateException when there is no reply; it may have taken effect
     * @throws StoreUnavailableException when Redis cannot be reached or refuses; nothing changed
     */
    public void enter(String key, FencingToken token) {
        guard(key, token, List.of(mark(key)), List.of(Keys.utf8(token.toString())));
    }

    /**
     * Writes the value of a key, atomically with the check; raises the mark. The key keeps no expiry. One round trip.
     *
     * @throws FenceRejectedException when a higher token has entered; nothing changed
     * @throws IndeterminateException when there is no reply; it may have taken effect, and may still take effect later unless a
     *     higher token enters
     * @throws StoreUnavailableException when Redis cannot be reached or refuses; the value is not changed, the mark may be raised
     */
    public void set(String key, String value, FencingToken token) {
        guard(key, token, List.of(mark(key), Keys.utf8(key)), List.of(Keys.utf8(token.toString()), Keys.utf8(value)));
    }

    /**
     * Reads the value of a key. Protects nothing by itself: enter first. One round trip.
     *
     * @throws StoreUnavailableException when Redis cannot be reached, refuses or does not answer
     */
    public Optional<String> get(String key) {
        try {
            Object value = node.command(WITHIN, List.of(Keys.utf8("GET"), Keys.utf8(key)));
            return value == null ? Optional.empty() : Optional.of(Answers.text(List.of(value), 0));
        } catch (RedisFailure failure) {
            throw new StoreUnavailableException(failure.text(), failure.getCause());
        }
    }

    private void guard(String key, FencingToken token, List<byte[]> keys, List<byte[]> arguments) {
        String mark;
        try {
            mark = Answers.text(List.of(node.script(Script.GUARD, keys, arguments, WITHIN)), 0);
        } catch (RedisFailure failure) {
            throw failure.kind() == RedisFailure.Kind.NO_REPLY
                    ? new IndeterminateException(failure.text(), key, failure.getCause())
                    : new StoreUnavailableException(failure.text(), failure.getCause());
        }
        if (!mark.isEmpty()) {
            throw new FenceRejectedException(key, token, FencingToken.parse(mark));
        }
    }

    private static byte[] mark(String key) {
        return Keys.utf8(key + ":fence");
    }

    /** Where it leads to, for people. */
    @Override
    public String toString() {
        return "RedisFence[" + config + "]";
    }

    /** Gives up the connections. Idempotent. */
    @Override
    public void close() {
        node.close();
    }
}
