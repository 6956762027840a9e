package dev.holdfast.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Own sleep is no stall; a wait ends with its condition or its bound. */
class StallsTest {

    @Test
    void elapsed_whileThisThreadSleeps_countsTheSleep() throws Exception {
        Stalls stalls = Stalls.begin();
        long began = System.nanoTime();
        Thread.sleep(200);
        assertThat(stalls.elapsed().plus(stalls.stalled())).isGreaterThanOrEqualTo(ofMillis(200));
        assertThat(stalls.stalled().toNanos()).isLessThan(System.nanoTime() - began);
    }

    @Test
    void await_conditionHolds_returns() {
        Stalls stalls = Stalls.begin();
        Stalls.await("twenty milliseconds", ofSeconds(5), () -> stalls.elapsed().toMillis() >= 20);
        assertThat(stalls.elapsed()).isLessThan(ofSeconds(5));
    }

    @Test
    void await_conditionNeverHolds_failsWithItsName() {
        Stalls stalls = Stalls.begin();
        assertThatThrownBy(() -> Stalls.await("pigs fly", ofMillis(50), () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("pigs fly: not within PT0.05S");
        assertThat(stalls.elapsed()).isBetween(ofMillis(50), ofSeconds(5));
    }
}
