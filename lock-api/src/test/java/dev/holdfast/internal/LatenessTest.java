package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenessTest {

    private final Lateness lateness = new Lateness();

    @Test
    void observe_higher_isTakenAtOnce() {
        lateness.observe(100);
        lateness.observe(1000);

        assertThat(lateness.nanos()).isEqualTo(1000);
    }

    @Test
    void observe_lower_forgetsATenth() {
        lateness.observe(1000);
        lateness.observe(0);
        assertThat(lateness.nanos()).isEqualTo(900);

        lateness.observe(895);
        assertThat(lateness.nanos()).isEqualTo(895);
    }

    @Test
    void observe_early_isNoLateness() {
        lateness.observe(-5);

        assertThat(lateness.nanos()).isZero();
    }

    @Test
    void observe_punctualForLong_forgetsNearlyAll() {
        lateness.observe(1_000_000_000);
        for (int i = 0; i < 200; i++) {
            lateness.observe(0);
        }

        assertThat(lateness.nanos()).isLessThan(100);
    }
}
