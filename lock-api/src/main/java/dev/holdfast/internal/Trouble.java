package dev.holdfast.internal;

import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.Ticker;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Failing attempts of one name in a row: how long to pause, and when to give up. Guarded by the queue's lock.
 *
 * <p>Waiters put up with failures for one lease (2 s to 30 s), then hear of the last one.
 */
final class Trouble {

    private static final long SECOND = 1_000_000_000;
    private static final long FIRST_PAUSE = 10_000_000;

    private static final int FREE_REQUEUES = 3;
    private static final int MANY_REQUEUES = 50;

    private long since;
    private long pauseUntil;
    private int count;
    private int requeues;
    private @Nullable Supplier<RuntimeException> last;

    void over() {
        count = 0;
        requeues = 0;
        last = null;
    }

    /** The contender was not in the queue: the first few times in a row it goes on at once, after many it is trouble. */
    boolean requeued(Core core, String name) {
        if (++requeues > FREE_REQUEUES) {
            pauseUntil = core.now() + core.jittered(FIRST_PAUSE);
        }
        boolean tooOften = requeues > MANY_REQUEUES;
        if (tooOften) {
            failed(
                    core,
                    name,
                    new AcquireReply.Indeterminate(
                            new IllegalStateException("the store keeps dropping the queue entry")));
        }
        return tooOften;
    }

    void failed(Core core, String name, AcquireReply reply) {
        long now = core.now();
        if (count++ == 0) {
            since = now;
        }
        pauseUntil = now + core.jittered(Math.min(SECOND, FIRST_PAUSE << Math.min(count - 1, 7)));
        if (reply instanceof AcquireReply.Unavailable down) {
            last = () -> Failures.unavailable(name, down.cause());
        } else if (reply instanceof AcquireReply.Indeterminate unknown) {
            last = () -> Failures.indeterminate(name, unknown.cause());
        }
    }

    /** Nanoseconds before the next attempt. */
    long pause(long now) {
        return count == 0 && requeues <= FREE_REQUEUES ? 0 : Math.max(0, pauseUntil - now);
    }

    /** The last failure as a fresh exception, where the latest attempts failed. */
    @Nullable
    RuntimeException last() {
        return last == null ? null : last.get();
    }

    static long patience(LeaseOptions options) {
        return Math.max(2 * SECOND, Math.min(30 * SECOND, Ticker.nanosOf(options.lease())));
    }

    long lasting(long now) {
        return count == 0 ? 0 : now - since;
    }
}
