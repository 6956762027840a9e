package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;

/**
 * The store's time: this machine's monotonic clock for leases, its wall clock for token bases, people and retention.
 *
 * @param ticker both clocks
 * @param boot whose monotonic clock it is, see {@link Boot}
 */
record StoreClock(Ticker ticker, long boot) {

    private static final long MICROS = 1_000_000L;

    static StoreClock of(Ticker ticker) {
        return new StoreClock(ticker, Boot.identity(ticker));
    }

    long nanos() {
        return ticker.nanos();
    }

    long wallMicros() {
        Instant now = ticker.wallTime();
        return now.getEpochSecond() * MICROS + now.getNano() / 1_000;
    }

    static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000);
    }

    /** From now until then, zero or more. */
    Duration until(long then) {
        return Duration.ofNanos(Math.max(0, then - nanos()));
    }
}
