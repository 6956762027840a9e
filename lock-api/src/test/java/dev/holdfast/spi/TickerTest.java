package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TickerTest {

    @Test
    void nanosOf_tooLong_saturates() {
        assertThat(Ticker.nanosOf(Duration.ofMillis(3))).isEqualTo(3_000_000);
        assertThat(Ticker.nanosOf(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Ticker.nanosOf(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(Ticker.nanosOf(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void system_readsBothClocks() {
        Instant before = Instant.now();
        long nanos = Ticker.system().nanos();

        assertThat(Ticker.system().wallTime()).isBetween(before, Instant.now());
        assertThat(System.nanoTime() - nanos)
                .isBetween(0L, Duration.ofMinutes(1).toNanos());
    }
}
