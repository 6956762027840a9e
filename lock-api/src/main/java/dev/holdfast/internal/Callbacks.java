package dev.holdfast.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
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
        Once once = new Once(callback);
        Executor theirs = application;
        try {
            own.execute(theirs == null ? once : () -> handOn(theirs, once));
        } catch (RuntimeException | Error rejected) {
            once.run(); // after close: rather here than never
        }
    }

    /** Whether the current thread runs a callback of ours. */
    static boolean inside() {
        return INSIDE.get() != null;
    }

    private static void handOn(Executor theirs, Once once) {
        try {
            theirs.execute(once);
        } catch (RuntimeException | Error thrown) {
            LOG.debug("callback executor threw; our own thread runs the task unless it has run", thrown);
            once.run();
        }
    }

    /** An executor that throws may have run the task all the same, or may run it later. */
    private static final class Once extends AtomicBoolean implements Runnable {

        private static final long serialVersionUID = 1L;

        private final transient Runnable callback;

        Once(Runnable callback) {
            this.callback = callback;
        }

        @Override
        public void run() {
            if (compareAndSet(false, true)) {
                guarded(callback);
            }
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
