package dev.holdfast.redis;

import java.time.Duration;
import java.util.List;

/** The one way to a Redis node: commands and scripts, each with a bound on its reply. Thread-safe. */
interface RedisNode extends AutoCloseable {

    /**
     * One command.
     *
     * @param within a bound on the whole, the making of a connection included
     * @return as the protocol gives it: {@code byte[]}, {@code Long}, {@code List} of those, or null
     */
    @org.jspecify.annotations.Nullable
    Object command(Duration within, List<byte[]> words) throws RedisFailure;

    /** One script by its digest; sent whole where the server does not have it. */
    Object script(Script script, List<byte[]> keys, List<byte[]> arguments, Duration within) throws RedisFailure;

    @Override
    void close();
}
