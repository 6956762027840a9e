package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.lock.ReleaseResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Takes a lock of the process first, and forgets to give it back where the store has lost the lease. */
final class LocalFirst extends ForwardingClient {

    private final Map<String, ReentrantLock> locals = new ConcurrentHashMap<>();

    LocalFirst(Holdfast target) {
        super(target);
    }

    @Override
    DistributedLock changed(DistributedLock lock) {
        return new Guarded(lock, locals.computeIfAbsent(lock.name(), name -> new ReentrantLock()));
    }

    private static final class Guarded extends ForwardingLock {
        private final ReentrantLock local;

        Guarded(DistributedLock target, ReentrantLock local) {
            super(target);
            this.local = local;
        }

        @Override
        public Lease acquire() throws InterruptedException {
            local.lockInterruptibly();
            Lease won = null;
            try {
                won = new Both(super.acquire(), local);
                return won;
            } finally {
                undo(won);
            }
        }

        @Override
        public Lease acquireUninterruptibly() {
            local.lock();
            return new Both(super.acquireUninterruptibly(), local);
        }

        @Override
        public Acquisition tryAcquire() {
            return local.tryLock() ? both(super.tryAcquire()) : refused();
        }

        @Override
        public Acquisition tryAcquire(Duration wait) throws InterruptedException {
            if (wait.isNegative()) {
                return super.tryAcquire(wait);
            }
            if (!local.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                return refused();
            }
            Acquisition got = null;
            try {
                got = super.tryAcquire(wait);
            } finally {
                undo(got);
            }
            return both(got);
        }

        private Acquisition both(Acquisition got) {
            if (got instanceof Lease won) {
                return new Both(won, local);
            }
            local.unlock();
            return got;
        }

        private void undo(@Nullable Acquisition got) {
            if (got == null) {
                local.unlock();
            }
        }

        private Refused refused() {
            return new Refused(name(), RefusalReason.HELD, null, Duration.ZERO);
        }
    }

    private static final class Both extends ForwardingLease {
        private final ReentrantLock local;

        Both(Lease target, ReentrantLock local) {
            super(target);
            this.local = local;
        }

        @Override
        public ReleaseResult release() {
            ReleaseResult result = super.release();
            if (result == ReleaseResult.RELEASED) {
                local.unlock();
            }
            return result;
        }

        @Override
        public void close() {
            boolean first = state() != LeaseState.RELEASED;
            super.close();
            if (first && state() == LeaseState.RELEASED) {
                local.unlock();
            }
        }
    }
}
