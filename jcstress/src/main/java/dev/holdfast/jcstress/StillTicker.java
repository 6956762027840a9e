package dev.holdfast.jcstress;

import dev.holdfast.spi.Ticker;
import java.time.Instant;

/** Time that stands still, for races that no time decides. Immutable. */
public enum StillTicker implements Ticker {
    /** The one. */
    STILL;

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH;
    }
}
