package dev.holdfast.internal;

import dev.holdfast.spi.Scheduler;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the application's code: never on a watchdog or driver thread, and whatever it throws breaks nothing. Thread-safe. */
final class Callbacks {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");

    private final Executor executor;
    private final Scheduler fallback;

    Callbacks(Executor executor, Scheduler fallback) {
        this.executor = executor;
        this.fallback = fallback;
    }

    void run(Runnable callback) {
        Runnable guarded = () -> guarded(callback);
        try {
            executor.execute(guarded);
        } catch (RejectedExecutionException full) {
            LOG.debug("callback executor rejected a task; our own thread runs it", full);
            fallback.execute(guarded);
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private static void guarded(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error thrown) {
            LOG.warn("listener threw", thrown);
        }
    }
}
