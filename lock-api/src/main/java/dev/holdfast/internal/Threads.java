package dev.holdfast.internal;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The client's own threads: a timer, and lanes for renewals, other blocking work and callbacks. A lane is a virtual thread per
 * task where the JVM has them, else one platform thread, and more only while calls hang. All daemon, named
 * {@code holdfast-<client>-..}. Thread-safe.
 */
final class Threads implements Scheduler, Executor {

    private static final int MOST_WHILE_HANGING = 8;

    private final ScheduledThreadPoolExecutor timer;
    private final Lane io;
    private final Lane renewals;
    private final Lane callbacks;

    Threads(String client) {
        String prefix = "holdfast-" + client + "-";
        timer = new ScheduledThreadPoolExecutor(1, named(prefix + "timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        io = lane(prefix + "io", MOST_WHILE_HANGING);
        renewals = lane(prefix + "renewal", MOST_WHILE_HANGING);
        callbacks = lane(prefix + "callback", MOST_WHILE_HANGING);
    }

    private Lane lane(String name, int most) {
        return VirtualThreads.executor(name + "-")
                .map(Lane::of)
                .orElseGet(() -> Lane.of(new ElasticPool(most, named(name), timer)));
    }

    Executor callbacks() {
        return callbacks;
    }

    Executor renewals() {
        return task -> executeUnlessClosed(renewals, task);
    }

    /** For what has to run even after close: in the calling thread then. */
    Executor endings() {
        return task -> {
            try {
                io.execute(task);
            } catch (RejectedExecutionException closed) {
                task.run();
            }
        };
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        try {
            ScheduledFuture<?> future = timer.schedule(task, Math.max(0, Ticker.nanosOf(delay)), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void execute(Runnable task) {
        executeUnlessClosed(io, task);
    }

    /** After close what was left at the store lapses within one lease. */
    private static void executeUnlessClosed(Lane lane, Runnable task) {
        try {
            lane.execute(task);
        } catch (RejectedExecutionException closed) {
            // see above
        }
    }

    /**
     * Stops taking tasks and lets running ones end within the bound. Callbacks stop last and are never interrupted, since they
     * are the application's; work of ours that still hangs is.
     */
    void stop(Duration bound) {
        timer.shutdown();
        renewals.stop();
        io.stop();
        boolean interrupted = renewals.await(bound);
        interrupted |= io.await(bound);
        renewals.interruptAll();
        io.interruptAll();
        callbacks.stop();
        interrupted |= callbacks.await(bound);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
