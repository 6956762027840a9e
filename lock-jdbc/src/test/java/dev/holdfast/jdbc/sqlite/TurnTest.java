package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.testkit.VirtualTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TurnTest {

    private static final long MS = 1_000_000L;
    private static final OwnerId HOLDER = new OwnerId("h", 1);

    private final VirtualTime time = new VirtualTime();
    private final StoreClock clock = new StoreClock(time, 1);

    @Test
    void nanosLeft_noRow_isNow() {
        assertThat(Turn.nanosLeft(null, 3, clock, 0)).isZero();
    }

    @Test
    void nanosLeft_heldRow_isNeverBeforeItsEnd() {
        for (int ahead = 0; ahead < 40; ahead++) {
            long left = Turn.nanosLeft(row(HOLDER, 500 * MS, 1), ahead, clock, 0);
            assertThat(left).isEqualTo(500 * MS + Math.min(2_000, 100L * ahead) * MS);
        }
    }

    @Test
    void nanosLeft_freeRow_costsOneStepForEachAhead() {
        time.advance(Duration.ofMillis(150));
        assertThat(Turn.nanosLeft(row(null, 0, 1), 0, clock, 0)).isNegative();
        assertThat(Turn.nanosLeft(row(null, 0, 1), 1, clock, 0)).isNegative();
        assertThat(Turn.nanosLeft(row(null, 0, 1), 2, clock, 0)).isEqualTo(50 * MS);
        assertThat(Turn.nanosLeft(row(null, 0, 1), 1_000, clock, 0)).isEqualTo(1_850 * MS);
    }

    @Test
    void nanosLeft_otherClock_isTheWatchNotTheClock() {
        assertThat(Turn.nanosLeft(row(HOLDER, -1, 2), 1, clock, 700 * MS)).isEqualTo(800 * MS);
        assertThat(Turn.nanosLeft(row(null, 5_000 * MS, 2), 1, clock, 0)).isZero();
    }

    private static LockRow row(@Nullable OwnerId owner, long until, long boot) {
        return new LockRow(1, owner, 1_000 * MS, until, boot, 0, new HolderDetails("", 0, "", ""));
    }
}
