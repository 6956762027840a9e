package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseAction;
import dev.holdfast.lock.LeaseFunction;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LeaseUncertainException;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.lock.ReleaseResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lock in memory: one semaphore, leases that are lost when told to, and a note of every call. Thread-safe. */
final class FakeLock implements DistributedLock {

    final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore free = new Semaphore(1);
    private volatile @Nullable FakeLease current;

    /** The lease that was given last. */
    FakeLease current() {
        return Objects.requireNonNull(current);
    }

    final class FakeLease implements Lease {
        private volatile LeaseState state = LeaseState.HELD;

        /** Ends it at the store, so that others can have the lock. */
        void lose() {
            state = LeaseState.LOST;
            free.release();
        }

        void doubt() {
            state = LeaseState.UNCERTAIN;
        }

        @Override
        public String name() {
            return FakeLock.this.name();
        }

        @Override
        public FencingToken fencingToken() {
            return new FencingToken(1);
        }

        @Override
        public LeaseState state() {
            return state;
        }

        @Override
        public boolean isHeld() {
            return state == LeaseState.HELD;
        }

        @Override
        public Duration remaining() {
            return isHeld() ? Duration.ofSeconds(30) : Duration.ZERO;
        }

        @Override
        public void ensureHeld() {
            if (state == LeaseState.LOST) {
                throw lost();
            }
            if (state == LeaseState.UNCERTAIN) {
                throw new LeaseUncertainException(name());
            }
        }

        private LeaseLostException lost() {
            return new LeaseLostException(name(), new LeaseLoss(LossCause.EXPIRED, FakeTime.START, FakeTime.START, ""));
        }

        @Override
        public void onLost(Consumer<? super LeaseLoss> listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ReleaseResult release() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            calls.add("close");
            if (state == LeaseState.LOST) {
                throw lost();
            }
            state = LeaseState.RELEASED;
            free.release();
        }
    }

    private Lease given() {
        FakeLease lease = new FakeLease();
        current = lease;
        return lease;
    }

    private Acquisition outcome(boolean won) {
        return won ? given() : new Refused(name(), RefusalReason.HELD, null, Duration.ZERO);
    }

    @Override
    public String name() {
        return "stock";
    }

    @Override
    public Lease acquire() throws InterruptedException {
        calls.add("acquire");
        free.acquire();
        return given();
    }

    @Override
    public Lease acquireUninterruptibly() {
        calls.add("acquireUninterruptibly");
        free.acquireUninterruptibly();
        return given();
    }

    @Override
    public Acquisition tryAcquire() {
        calls.add("tryAcquire");
        return outcome(free.tryAcquire());
    }

    @Override
    public Acquisition tryAcquire(Duration wait) throws InterruptedException {
        calls.add("tryAcquire " + wait);
        return outcome(free.tryAcquire());
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Acquisition> tryAcquireAsync(Duration wait) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <X extends Exception> void run(LeaseAction<X> body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(LeaseFunction<T, X> body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Function<? super Lease, ? extends CompletionStage<T>> body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Lock asLock() {
        return new ReentrantView(this);
    }
}
