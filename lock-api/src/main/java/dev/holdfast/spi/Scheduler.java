package dev.holdfast.spi;

import java.time.Duration;

/** Runs tasks now or later. Injected, so that tests run on one thread in virtual time. Thread-safe. */
public interface Scheduler {

    /** A task that may still be cancelled. */
    interface Scheduled {
        /** Keeps the task from starting; a running one is not interrupted. Idempotent. */
        void cancel();
    }

    /**
     * Runs a short task after a delay, on the timer thread: it must not block. Use {@link #execute} from inside for I/O.
     */
    Scheduled schedule(Runnable task, Duration delay);

    /** Runs a task that may block for I/O, soon. */
    void execute(Runnable task);
}
