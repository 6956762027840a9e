package dev.holdfast.internal;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application's scheduler, made to take every task: what it rejects is offered again, after 10 ms at first and every second
 * at last, until it is taken or the client has closed. So no renewal, wake-up or clean-up is lost to a pool that is full for a
 * moment, and no caller meets its exception. Thread-safe.
 */
final class SteadyScheduler implements Scheduler {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final long FIRST_MILLIS = 10;
    private static final long MOST_MILLIS = 1_000;

    private final Scheduler target;
    private volatile boolean stopped;

    SteadyScheduler(Scheduler target) {
        this.target = target;
    }

    /** Offered again by the application's own timer where that works. */
    @Override
    public void execute(Runnable task) {
        try {
            target.execute(task);
        } catch (RuntimeException | Error rejected) {
            if (!stopped) {
                warn(rejected);
                schedule(() -> execute(task), Duration.ofMillis(FIRST_MILLIS));
            }
        }
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        Handle handle = new Handle();
        offer(() -> handle.set(target, task, delay), FIRST_MILLIS);
        return handle;
    }

    /** The client has closed: what is rejected from now on is dropped. */
    void stop() {
        stopped = true;
    }

    private void offer(Runnable call, long againMillis) {
        try {
            call.run();
        } catch (RuntimeException | Error rejected) {
            if (stopped) {
                return;
            }
            if (againMillis == FIRST_MILLIS) {
                warn(rejected);
            }
            CompletableFuture.delayedExecutor(againMillis, TimeUnit.MILLISECONDS)
                    .execute(() -> offer(call, Math.min(2 * againMillis, MOST_MILLIS)));
        }
    }

    private static void warn(Throwable rejected) {
        LOG.warn("scheduler rejected a task, it is offered again: cause={}", rejected.toString());
    }

    /** Cancels the task where the target has taken it, and keeps it from being offered again where not. */
    private static final class Handle implements Scheduled {

        private volatile boolean cancelled;
        private volatile @Nullable Scheduled taken;

        void set(Scheduler target, Runnable task, Duration delay) {
            if (!cancelled) {
                taken = target.schedule(task, delay);
                if (cancelled) {
                    cancel(); // came between
                }
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            Scheduled now = taken;
            if (now != null) {
                now.cancel();
            }
        }
    }
}
