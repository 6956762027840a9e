package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.spi.Scheduler.Scheduled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits. Its steps run on the client's I/O threads, its completion on the callback executor. A future that ends
 * in any other way (cancelled, or timed out by its owner) abandons the attempt and releases a late win (L-6).
 */
final class AsyncWaiter<T> extends Waiter {

    private final Core core;
    private final Function<Acquisition, T> result;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final AtomicBoolean delivered = new AtomicBoolean();
    private final AtomicReference<@Nullable Scheduled> alarm = new AtomicReference<>();
    private volatile @Nullable NameQueue queue;
    private volatile @Nullable Scheduled timeout;

    /** @param result what the future completes with; a throw becomes its exception */
    AsyncWaiter(Core core, LeaseOptions options, long wait, Function<Acquisition, T> result) {
        super(options, core.now(), wait);
        this.core = core;
        this.result = result;
    }

    /** After it has joined: starts to look. */
    CompletableFuture<T> start(NameQueue joined) {
        queue = joined;
        long wait = left(core.now());
        if (bounded()) {
            timeout = core.scheduler.schedule(() -> core.scheduler.execute(this::expire), Duration.ofNanos(wait));
        }
        var unusedAbandon = future.whenComplete((value, failure) -> {
            if (failure != null) {
                abandon(joined);
            }
        });
        signal();
        return future;
    }

    @Override
    void signal() {
        core.scheduler.execute(this::look);
    }

    private void look() {
        NameQueue mine = queue;
        if (mine == null) {
            return;
        }
        long pause = 0;
        while (pause <= 0 && !decided()) {
            pause = mine.advance(this);
        }
        if (decided()) {
            deliver();
        } else if (pause != Long.MAX_VALUE) {
            setAlarm(core.scheduler.schedule(this::signal, Duration.ofNanos(pause)));
        }
    }

    private void setAlarm(@Nullable Scheduled next) {
        Scheduled previous = alarm.getAndSet(next);
        if (previous != null) {
            previous.cancel();
        }
    }

    private void expire() {
        NameQueue mine = queue;
        if (mine != null && mine.withdraw(this)) {
            settle(() -> result.apply(mine.refuse(RefusalReason.TIMED_OUT, waited(core.now()))));
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
    private void settle(java.util.function.Supplier<T> outcome) {
        if (!delivered.compareAndSet(false, true)) {
            return;
        }
        setAlarm(null);
        Scheduled bound = timeout;
        if (bound != null) {
            bound.cancel();
        }
        core.callbacks.run(() -> {
            boolean taken;
            try {
                taken = future.complete(outcome.get());
            } catch (RuntimeException failure) {
                taken = future.completeExceptionally(failure);
            }
            LeaseImpl lease = lease();
            if (!taken && lease != null) {
                core.scheduler.execute(lease::release);
            }
        });
    }

    /** The future ended without us. A win that was not delivered yet is released by its delivery. */
    private void abandon(NameQueue joined) {
        if (joined.withdraw(this)) {
            delivered.set(true);
            setAlarm(null);
        }
    }
}
