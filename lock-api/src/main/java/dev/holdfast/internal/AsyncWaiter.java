package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.spi.Scheduler.Scheduled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits. Its steps run on the client's I/O threads, one at a time, so that the alarm set by the last one stands;
 * its time-out runs on the timer, so that it comes in time whatever blocks the others; its completion runs on the callback
 * executor. A future that ends in any other way (cancelled, timed out or completed by its owner) abandons the attempt and
 * releases a late win (L-6).
 */
final class AsyncWaiter<T> extends Waiter {

    private final Core core;
    private final Function<Acquisition, T> result;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final AtomicBoolean delivered = new AtomicBoolean();
    private final AtomicInteger signals = new AtomicInteger();
    private volatile @Nullable NameQueue queue;
    private volatile @Nullable Scheduled timeout;

    /** Set by looks, of which one runs at a time. */
    private volatile @Nullable Scheduled alarm;

    /** @param result what the future completes with; a throw becomes its exception */
    AsyncWaiter(Core core, LeaseOptions options, long wait, Function<Acquisition, T> result) {
        super(options, core.now(), wait);
        this.core = core;
        this.result = result;
    }

    /** After it has joined: starts to look. */
    CompletableFuture<T> start(NameQueue joined) {
        queue = joined;
        if (bounded()) {
            timeout = core.scheduler.schedule(() -> expire(joined), Duration.ofNanos(left(core.now())));
        }
        var unusedAbandon = future.whenComplete((value, failure) -> {
            if (failure != null || !delivered.get()) {
                abandon(joined);
            }
        });
        signal();
        if (decided()) {
            stopTimers(); // it may have been decided before the time-out was set
        }
        return future;
    }

    @Override
    void signal() {
        if (decided()) {
            deliver();
        } else if (signals.getAndIncrement() == 0) {
            core.scheduler.execute(this::lookUntilQuiet);
        }
    }

    private void lookUntilQuiet() {
        int seen = signals.get();
        do {
            look();
            seen = signals.addAndGet(-seen);
        } while (seen > 0);
    }

    private void look() {
        NameQueue mine = queue;
        if (mine == null) {
            return; // start() signals again
        }
        try {
            long pause = 0;
            while (pause <= 0 && !decided()) {
                pause = mine.advance(this);
            }
            if (decided()) {
                deliver();
            } else if (pause != Long.MAX_VALUE) {
                cancel(alarm);
                alarm = core.scheduler.schedule(this::signal, Duration.ofNanos(pause));
            }
        } catch (RuntimeException | Error broken) {
            if (mine.withdraw(this)) {
                settle(() -> {
                    throw new IllegalStateException("attempt failed", broken);
                });
            }
        }
    }

    private void expire(NameQueue joined) {
        if (joined.withdraw(this)) {
            settle(() -> result.apply(joined.refuse(RefusalReason.TIMED_OUT, waited(core.now()))));
        }
    }

    private void deliver() {
        LeaseImpl lease = lease();
        RuntimeException failure = failure();
        if (failure != null) {
            settle(() -> {
                throw failure;
            });
        } else if (lease != null) {
            settle(() -> result.apply(lease));
        }
    }

    /** Completes the future once; a lease that it does not take any more is released. */
    private void settle(Supplier<T> outcome) {
        if (delivered.compareAndSet(false, true)) {
            stopTimers();
            core.callbacks.run(() -> complete(outcome));
        }
    }

    private void complete(Supplier<T> outcome) {
        boolean taken;
        try {
            taken = future.complete(outcome.get());
        } catch (RuntimeException | Error failure) {
            taken = future.completeExceptionally(failure);
        }
        LeaseImpl lease = lease();
        if (!taken && lease != null) {
            core.scheduler.execute(lease::release);
        }
    }

    /** The future ended without us. A win that was not taken is released now, whatever holds its delivery up. */
    private void abandon(NameQueue joined) {
        if (joined.withdraw(this)) {
            delivered.set(true);
            stopTimers();
            return;
        }
        LeaseImpl won = lease();
        if (won != null) {
            core.scheduler.execute(won::release);
        }
    }

    private void stopTimers() {
        cancel(alarm);
        cancel(timeout);
    }

    private static void cancel(@Nullable Scheduled timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
