package dev.holdfast.testkit;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseAction;
import dev.holdfast.lock.LeaseFunction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lock that passes on; the base of locks that are broken on purpose. The loan forms go through {@link #acquire()}. */
class ForwardingLock implements DistributedLock {

    private final DistributedLock target;

    ForwardingLock(DistributedLock target) {
        this.target = target;
    }

    DistributedLock target() {
        return target;
    }

    /** Changes each lease that is won. */
    Lease changed(Lease won) {
        return won;
    }

    private Acquisition changed(Acquisition got) {
        return got instanceof Lease won ? changed(won) : got;
    }

    @Override
    public String name() {
        return target().name();
    }

    @Override
    public Lease acquire() throws InterruptedException {
        return changed(target().acquire());
    }

    @Override
    public Lease acquireUninterruptibly() {
        return changed(target().acquireUninterruptibly());
    }

    @Override
    public Acquisition tryAcquire() {
        return changed(target().tryAcquire());
    }

    @Override
    public Acquisition tryAcquire(Duration wait) throws InterruptedException {
        return changed(target().tryAcquire(wait));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        return changed(target().acquireAsync(), this::changed);
    }

    @Override
    public CompletableFuture<Acquisition> tryAcquireAsync(Duration wait) {
        return changed(target().tryAcquireAsync(wait), this::changed);
    }

    /** Cancelling the result cancels the source; a win that the result does not take is given back. */
    private static <T extends Acquisition> CompletableFuture<T> changed(
            CompletableFuture<T> source, Function<T, T> change) {
        CompletableFuture<T> result = new CompletableFuture<>();
        var unusedWin = source.whenComplete((won, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (!result.complete(change.apply(won)) && won instanceof Lease lease) {
                lease.release();
            }
        });
        var unusedCancel = result.whenComplete((won, failure) -> {
            if (failure != null) {
                source.cancel(true);
            }
        });
        return result;
    }

    @Override
    public <X extends Exception> void run(LeaseAction<X> body) throws X, InterruptedException {
        try (Lease lease = acquire()) {
            body.run(lease);
        }
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(LeaseFunction<T, X> body)
            throws X, InterruptedException {
        try (Lease lease = acquire()) {
            return body.apply(lease);
        }
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Function<? super Lease, ? extends CompletionStage<T>> body) {
        return target().callAsync(lease -> body.apply(changed(lease)));
    }

    @Override
    public Lock asLock() {
        return target().asLock();
    }
}
