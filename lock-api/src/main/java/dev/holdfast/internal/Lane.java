package dev.holdfast.internal;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** One lane of the client's threads, over virtual threads or an {@link ElasticPool}. Thread-safe. */
abstract class Lane implements Executor {

    abstract void stop();

    abstract void interruptAll();

    abstract boolean awaitTermination(long millis) throws InterruptedException;

    /** Waits for running tasks; true when interrupted meanwhile, which ends the wait. */
    final boolean await(Duration bound) {
        try {
            awaitTermination(bound.toMillis());
            return false;
        } catch (InterruptedException interrupted) {
            return true;
        }
    }

    static Lane of(ExecutorService executor) {
        return new Lane() {
            @Override
            public void execute(Runnable task) {
                executor.execute(task);
            }

            @Override
            void stop() {
                executor.shutdown();
            }

            @Override
            void interruptAll() {
                executor.shutdownNow();
            }

            @Override
            boolean awaitTermination(long millis) throws InterruptedException {
                return executor.awaitTermination(millis, TimeUnit.MILLISECONDS);
            }
        };
    }

    static Lane of(ElasticPool pool) {
        return new Lane() {
            @Override
            public void execute(Runnable task) {
                pool.execute(task);
            }

            @Override
            void stop() {
                pool.shutdown();
            }

            @Override
            void interruptAll() {
                pool.interruptAll();
            }

            @Override
            boolean awaitTermination(long millis) throws InterruptedException {
                return pool.awaitTermination(millis);
            }
        };
    }
}
