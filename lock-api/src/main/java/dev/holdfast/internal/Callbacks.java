package dev.holdfast.internal;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the application's code: never on a watchdog or driver thread, and whatever it throws breaks nothing. An executor of the
 * application's is called from our own callback lane, so that one that runs tasks in the calling thread, blocks or rejects
 * costs no renewal. Thread-safe.
 */
final class Callbacks {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

    private final Executor own;
    private final @Nullable Executor application;

    /** Takes our callback lane, and the application's executor or null for none. */
    Callbacks(Executor own, @Nullable Executor application) {
        this.own = own;
        this.application = application;
    }

    void run(Runnable callback) {
        Runnable guarded = () -> guarded(callback);
        Executor theirs = application;
        try {
            own.execute(theirs == null ? guarded : () -> handOn(theirs, guarded));
        } catch (RuntimeException rejected) {
            guarded.run(); // after close: rather here than never
        }
    }

    /** Whether the current thread runs a callback of ours. */
    static boolean inside() {
        return INSIDE.get() != null;
    }

    private static void handOn(Executor theirs, Runnable guarded) {
        try {
            theirs.execute(guarded);
        } catch (RuntimeException rejected) {
            LOG.debug("callback executor rejected a task; our own thread runs it", rejected);
            guarded.run();
        }
    }

    private static void guarded(Runnable callback) {
        INSIDE.set(true);
        try {
            callback.run();
        } catch (RuntimeException | Error thrown) {
            LOG.warn("listener threw", thrown);
        } finally {
            INSIDE.remove();
        }
    }
}
