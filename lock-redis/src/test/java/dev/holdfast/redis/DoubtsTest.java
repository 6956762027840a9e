package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.OwnerId;
import dev.holdfast.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DoubtsTest {

    private static final OwnerId ONE = new OwnerId("c", 1);
    private static final OwnerId TWO = new OwnerId("c", 2);

    private final VirtualTime time = new VirtualTime();
    private final Doubts doubts = new Doubts(time);

    @Test
    void attempt_isKnownUntilItIsSettled() {
        doubts.attempt(ONE, Duration.ofSeconds(1));
        assertThat(doubts.contains(ONE)).isTrue();
        assertThat(doubts.released(ONE)).isFalse();
        assertThat(doubts.contains(TWO)).isFalse();
        doubts.settle(ONE);
        assertThat(doubts.contains(ONE)).isFalse();
    }

    @Test
    void release_staysKnownWhateverComesAfterIt() {
        doubts.release(ONE, Duration.ofSeconds(1));
        doubts.attempt(ONE, Duration.ofSeconds(1));
        assertThat(doubts.released(ONE)).isTrue();
    }

    @Test
    void old_areDroppedByTheNext() {
        doubts.attempt(ONE, Duration.ofSeconds(1));
        time.advance(Duration.ofSeconds(61));
        doubts.attempt(TWO, Duration.ofSeconds(1));
        assertThat(doubts.size()).isEqualTo(1);
        assertThat(doubts.contains(ONE)).isFalse();
    }

    @Test
    void memory_isALeaseAndAMinuteAtLeast() {
        assertThat(Doubts.memory(Duration.ofSeconds(1))).isEqualTo(Duration.ofMinutes(1));
        assertThat(Doubts.memory(Duration.ofHours(1))).isEqualTo(Duration.ofHours(1));
        doubts.attempt(ONE, Duration.ofHours(1));
        time.advance(Duration.ofMinutes(59));
        doubts.attempt(TWO, Duration.ofSeconds(1));
        assertThat(doubts.contains(ONE)).isTrue();
    }
}
