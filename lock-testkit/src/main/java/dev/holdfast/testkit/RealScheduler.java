package dev.holdfast.testkit;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One daemon thread for the tests of a store that lives in real time. Thread-safe. */
final class RealScheduler implements Scheduler, AutoCloseable {

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "tck-scheduler");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        Future<?> future = threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
