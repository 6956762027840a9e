package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.OwnerId;
import dev.holdfast.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a client remembers of its owner ids is bounded (L-12) and long enough (L-6). */
class OwnersTest {

    private static final long SECOND = 1_000_000_000L;

    private final VirtualTime time = new VirtualTime();
    private final Owners owners = new Owners(new StoreClock(time, 1));

    @Test
    void over_withinAMinute_isRemembered() {
        OwnerId dead = owner(1);
        owners.over(dead);
        for (int i = 2; i < 1_000; i++) {
            time.advance(Duration.ofMillis(59));
            owners.over(owner(i));
        }
        assertThat(owners.isOver(dead)).isTrue();
    }

    @Test
    void recent_manyEntries_forgetsTheOldest() {
        Recent recent = new Recent(100, SECOND, 0);
        for (int i = 1; i <= 1_000; i++) {
            recent.add(owner(i), i);
        }
        assertThat(recent.size()).isLessThanOrEqualTo(200);
        assertThat(recent.contains(owner(1_000))).isTrue();
        assertThat(recent.contains(owner(900))).isTrue();
        assertThat(recent.contains(owner(1))).isFalse();
    }

    @Test
    void sent_lapsedAndNeverAskedAbout_isSweptOut() {
        for (int i = 1; i <= 10_000; i++) {
            owners.sent(owner(i), "n", SECOND);
            time.advance(Duration.ofMillis(100));
        }
        assertThat(owners.size()).isLessThan(2_500);
    }

    @Test
    void queued_howeverLong_isKept() {
        owners.sent(owner(1), "n", SECOND);
        owners.queued(owner(1), "n");
        time.advance(Duration.ofDays(1));
        owners.dropLapsed();
        assertThat(owners.isQueued(owner(1))).isTrue();
    }

    private static OwnerId owner(long sequence) {
        return new OwnerId("c", sequence);
    }
}
