package dev.holdfast.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One platform thread, and one more each time the queue has made no progress for a moment: a call that hangs on a dead node
 * costs the others no more than that (L-8). Goes back to one when it is idle. Thread-safe.
 */
final class ElasticPool implements Executor {

    private static final long STALL_MILLIS = 20;
    private static final int STALLS = 2; // one may be a pause of the whole process
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;
    private final ScheduledExecutorService timer;
    private final int most;
    private final AtomicBoolean watching = new AtomicBoolean();

    /** Only looks touch it, of which one is scheduled at a time. */
    private volatile int stalls;

    /** @param most the most threads */
    ElasticPool(int most, ThreadFactory threads, ScheduledExecutorService timer) {
        this.most = most;
        this.timer = timer;
        pool = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        pool.allowCoreThreadTimeOut(true);
        pool.setMaximumPoolSize(most);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
        if (!pool.getQueue().isEmpty()) {
            watch();
        }
    }

    private void watch() {
        if (watching.compareAndSet(false, true)) {
            long done = pool.getCompletedTaskCount();
            try {
                var unusedTimer = timer.schedule(() -> look(done), STALL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException closed) {
                watching.set(false);
            }
        }
    }

    private void look(long doneBefore) {
        watching.set(false);
        boolean waiting = !pool.getQueue().isEmpty();
        stalls = waiting && pool.getCompletedTaskCount() == doneBefore ? stalls + 1 : 0;
        if (stalls >= STALLS) {
            stalls = 0;
            pool.setCorePoolSize(Math.min(most, pool.getCorePoolSize() + 1));
        } else if (!waiting && pool.getActiveCount() == 0) {
            pool.setCorePoolSize(1);
        }
        if (waiting || pool.getCorePoolSize() > 1) {
            watch();
        }
    }

    void shutdown() {
        pool.shutdown();
    }

    void interruptAll() {
        pool.shutdownNow();
    }

    boolean awaitTermination(long millis) throws InterruptedException {
        return pool.awaitTermination(millis, TimeUnit.MILLISECONDS);
    }
}
