package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** L-4: wall time may cost trust and never gains any. */
class TrustTest {

    private static final long SECOND = 1_000_000_000;

    private final FakeTime time = new FakeTime();
    private final Trust trust = new Trust(time);

    @Test
    void ahead_clocksTogether_isZero() {
        for (int i = 0; i < 1000; i++) {
            time.pass(Duration.ofMillis(i));
            assertThat(trust.ahead()).isZero();
        }
    }

    @Test
    void ahead_forwardJump_countsOnce() {
        time.jump(Duration.ofSeconds(10));

        assertThat(trust.ahead()).isEqualTo(10 * SECOND);
        assertThat(trust.ahead()).isEqualTo(10 * SECOND);
        time.pass(Duration.ofHours(1));
        assertThat(trust.ahead()).isEqualTo(10 * SECOND);
    }

    @Test
    void ahead_severalJumps_addUp() {
        time.jump(Duration.ofSeconds(10));
        trust.ahead();
        time.pass(Duration.ofSeconds(1));
        time.jump(Duration.ofSeconds(2));

        assertThat(trust.ahead()).isEqualTo(12 * SECOND);
    }

    /** Two sleeps between two looks are one jump. */
    @Test
    void ahead_jumpsBetweenLooks_areSeenTogether() {
        time.jump(Duration.ofSeconds(1));
        time.pass(Duration.ofMillis(1));
        time.jump(Duration.ofSeconds(1));

        assertThat(trust.ahead()).isEqualTo(2 * SECOND);
    }

    @Test
    void ahead_backwardJump_isIgnored() {
        time.pass(Duration.ofSeconds(1));
        time.jump(Duration.ofSeconds(-10));
        assertThat(trust.ahead()).isZero();

        time.pass(Duration.ofSeconds(1));
        assertThat(trust.ahead()).isZero();
    }

    @Test
    void ahead_sleepAfterABackwardJump_isSeenInFull() {
        time.jump(Duration.ofSeconds(-10));
        time.pass(Duration.ofSeconds(1));
        assertThat(trust.ahead()).isZero();

        time.jump(Duration.ofSeconds(3));

        assertThat(trust.ahead()).isEqualTo(3 * SECOND);
    }

    /** The clock is set back, and within the same tenth of a second the machine sleeps. */
    @Test
    void ahead_sleepRightAfterABackwardJump_isSeenInFull() {
        time.jump(Duration.ofSeconds(-10));
        trust.ahead();
        time.pass(Duration.ofMillis(10));
        time.jump(Duration.ofSeconds(9));

        assertThat(trust.ahead()).isEqualTo(9 * SECOND);
    }

    /** A wall clock that is slewed by 1 % all day. */
    @Test
    void ahead_slowDrift_isIgnored() {
        for (int i = 0; i < 5000; i++) {
            time.pass(Duration.ofMillis(100));
            time.jump(Duration.ofMillis(1));
            assertThat(trust.ahead()).isZero();
        }
    }

    /** Looks that come faster than the window do not let many small steps pass as noise. */
    @Test
    void ahead_manySmallStepsAtOnce_areAJump() {
        for (int i = 0; i < 20; i++) {
            time.pass(Duration.ofMillis(1));
            time.jump(Duration.ofMillis(4));
            trust.ahead();
        }

        assertThat(trust.ahead()).isBetween(75_000_000L, 80_000_000L);
    }

    @Test
    void ahead_stepOfAFewMilliseconds_isNoise() {
        time.jump(Duration.ofMillis(5));
        assertThat(trust.ahead()).isZero();

        time.jump(Duration.ofMillis(1));
        assertThat(trust.ahead()).isEqualTo(6_000_000);
    }

    /** The thread is descheduled for two seconds at each reading of a clock: that is no jump. */
    @Test
    void ahead_busyMachine_isNoJump() {
        time.betweenReadings = () -> time.pass(Duration.ofSeconds(2));

        for (int i = 0; i < 100; i++) {
            assertThat(trust.ahead()).isZero();
        }
    }

    @Test
    void ahead_busyAtUnevenTimes_isNoJump() {
        int[] reading = {0};
        time.betweenReadings = () -> time.pass(Duration.ofMillis(reading[0]++ * 7L % 300));

        for (int i = 0; i < 300; i++) {
            assertThat(trust.ahead()).isZero();
        }
    }

    /** A sleep in the middle of a look is found by the next one at the latest. */
    @Test
    void ahead_sleepBetweenReadings_isFoundByTheNextLook() {
        for (int at = 0; at < 3; at++) {
            FakeTime own = new FakeTime();
            Trust watched = new Trust(own);
            own.pass(Duration.ofSeconds(1));
            int[] left = {at};
            own.betweenReadings = () -> {
                if (left[0]-- == 0) {
                    own.jump(Duration.ofSeconds(10));
                }
            };

            watched.ahead();

            assertThat(watched.ahead()).as("after reading %d", at).isEqualTo(10 * SECOND);
        }
    }
}
