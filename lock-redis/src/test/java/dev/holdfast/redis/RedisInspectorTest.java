package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.redis.RedisFailure.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisInspectorTest {

    /** Shows a held lock, and fails at the attempt to take it. */
    private static RedisInspector failingAt(Script failing, Kind kind) {
        RedisNode node = new RedisNode() {
            @Override
            public Object command(Duration within, List<byte[]> words) {
                throw new AssertionError("not asked for");
            }

            @Override
            public Object script(Script script, List<byte[]> keys, List<byte[]> arguments, Duration within)
                    throws RedisFailure {
                if (script == failing) {
                    throw new RedisFailure(kind, "told to fail", null);
                }
                byte[] text = "c-1".getBytes(StandardCharsets.UTF_8);
                return List.of(Collections.nCopies(12, text));
            }

            @Override
            public void close() {}
        };
        Keys keys = new Keys(RedisConfig.DEFAULTS);
        return new RedisInspector(node, keys, new Requests(keys, RedisConfig.DEFAULTS));
    }

    @Test
    void forceRelease_replyLost_mayHaveTakenEffect() {
        assertThatThrownBy(() -> failingAt(Script.FORCE, Kind.NO_REPLY).forceRelease("n", "test"))
                .isInstanceOf(IndeterminateException.class)
                .hasMessageContaining("may have been taken away");
    }

    @Test
    void forceRelease_refusedOrNotSent_hadNoEffect() {
        assertThatThrownBy(() -> failingAt(Script.FORCE, Kind.REFUSED).forceRelease("n", "test"))
                .isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> failingAt(Script.SHOW, Kind.NO_REPLY).forceRelease("n", "test"))
                .isInstanceOf(StoreUnavailableException.class);
    }
}
