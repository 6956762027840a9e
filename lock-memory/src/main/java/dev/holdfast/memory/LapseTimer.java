package dev.holdfast.memory;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A timer that is started and cancelled outside the table's lock, possibly by two threads in either order: one atomic
 * reference decides, so that none is left running after its cancel.
 */
final class LapseTimer {

    private static final Scheduler.Scheduled CANCELLED = () -> {};

    /** Ticker nanoseconds. */
    final long at;

    private final AtomicReference<Scheduler.@org.jspecify.annotations.Nullable Scheduled> handle =
            new AtomicReference<>();

    LapseTimer(long at) {
        this.at = at;
    }

    void start(Scheduler scheduler, Runnable task, long delayNanos) {
        Scheduler.Scheduled started;
        try {
            started = scheduler.schedule(task, Duration.ofNanos(Math.max(0, delayNanos)));
        } catch (RejectedExecutionException closing) {
            return; // that client is going away; it polls no more, and the next contender has a timer of its own
        }
        if (!handle.compareAndSet(null, started)) {
            started.cancel();
        }
    }

    void cancel() {
        Scheduler.Scheduled started = handle.getAndSet(CANCELLED);
        if (started != null) {
            started.cancel();
        }
    }
}
