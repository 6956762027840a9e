package dev.holdfast.internal;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How late timers have been of late: the highest lateness seen, forgotten by a tenth per observation. Part of the margin of
 * L-4, because a holder is told by a timer. Thread-safe.
 */
final class Lateness {

    private final AtomicLong nanos = new AtomicLong();

    void observe(long late) {
        nanos.updateAndGet(old -> Math.max(Math.max(late, 0), old - old / 10));
    }

    long nanos() {
        return nanos.get();
    }
}
