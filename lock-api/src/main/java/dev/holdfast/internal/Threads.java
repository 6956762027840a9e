package dev.holdfast.internal;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The client's own threads: one timer, and for blocking work and callbacks virtual threads where the JVM has them, else two
 * and one platform threads. All daemon, named {@code holdfast-<client>-..}. Thread-safe.
 */
final class Threads implements Scheduler {

    private static final int IO_THREADS = 2;
    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService io;
    private final ExecutorService callbacks;

    Threads(String client) {
        timer = new ScheduledThreadPoolExecutor(1, named("holdfast-" + client + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        io = VirtualThreads.executor("holdfast-" + client + "-io-")
                .orElseGet(() -> pool(IO_THREADS, "holdfast-" + client + "-io"));
        callbacks = VirtualThreads.executor("holdfast-" + client + "-callback-")
                .orElseGet(() -> pool(1, "holdfast-" + client + "-callback"));
    }

    Executor callbacks() {
        return callbacks;
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        try {
            ScheduledFuture<?> future = timer.schedule(task, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void execute(Runnable task) {
        try {
            io.execute(task);
        } catch (RejectedExecutionException closed) {
            // the client is closed: what was left at the store lapses within one lease
        }
    }

    /** Stops taking tasks, lets running ones end within the bound, then interrupts them. */
    void stop(Duration bound) {
        timer.shutdown();
        io.shutdown();
        callbacks.shutdown();
        try {
            if (!io.awaitTermination(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                io.shutdownNow();
            }
            if (!callbacks.awaitTermination(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                callbacks.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            io.shutdownNow();
            callbacks.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static ExecutorService pool(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
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
