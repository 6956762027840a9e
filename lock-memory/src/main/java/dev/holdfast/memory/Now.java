package dev.holdfast.memory;

import dev.holdfast.spi.Ticker;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** One reading of the clocks, so that one critical section has one time. Wall time only seeds tokens. Immutable. */
record Now(long nanos, Instant wall) {

    static Now of(Ticker ticker) {
        return new Now(ticker.nanos(), ticker.wallTime());
    }

    long unixMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, wall);
    }
}
