package dev.holdfast.internal;

import dev.holdfast.spi.Ticker;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Watches the wall clock against the monotonic one (L-4). The monotonic clock stands still while a machine is suspended,
 * so a lease that looks valid may have ended long ago; if wall time ran ahead, whatever was confirmed before is uncertain.
 *
 * <p>{@link #ahead()} is the sum of all such jumps and only rises. A grant remembers it from before its last confirmed
 * request and compares. Between the two clocks a thread may be descheduled; a sample therefore keeps the monotonic time read
 * <i>before</i> the wall clock and compares with the one read <i>after</i> it, so that a busy machine never looks like a jump.
 * Thread-safe.
 */
final class Trust {

    private static final long NOISE = 5_000_000;
    private static final long SLOW = 1_000_000;
    private static final int MOST_TRIES = 3;
    private static final long WINDOW = 100_000_000;

    private final Ticker ticker;
    private final AtomicReference<Sample> last;

    private record Sample(long nanos, long wall, long ahead) {}

    Trust(Ticker ticker) {
        this.ticker = ticker;
        this.last = new AtomicReference<>(new Sample(ticker.nanos(), wall(), 0));
    }

    /** Looks at the clocks; by how much wall time has run ahead since the client was opened, in nanoseconds. */
    long ahead() {
        for (int tries = 0; ; tries++) {
            Sample then = Objects.requireNonNull(last.get());
            long before = ticker.nanos();
            long wall = wall();
            long after = ticker.nanos();
            if (after - before > SLOW && tries < MOST_TRIES) {
                continue; // descheduled between the clocks: the pause would hide a jump of its length
            }
            long drift = (wall - then.wall) - (after - then.nanos);
            if (Math.abs(drift) <= NOISE && before - then.nanos < WINDOW) {
                return then.ahead;
            }
            Sample now = new Sample(before, wall, then.ahead + (drift > NOISE ? drift : 0));
            if (last.compareAndSet(then, now)) {
                return now.ahead;
            }
        }
    }

    private long wall() {
        Instant now = ticker.wallTime();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
