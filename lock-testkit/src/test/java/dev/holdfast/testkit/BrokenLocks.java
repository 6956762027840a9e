package dev.holdfast.testkit;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Locks with one mistake each in how they wait. */
final class BrokenLocks {

    private static final Duration NAP = Duration.ofSeconds(3);

    private BrokenLocks() {}

    /** No acquire can be interrupted; the flag is kept. */
    static final class Deaf extends ForwardingLock {
        Deaf(DistributedLock target) {
            super(target);
        }

        @Override
        public Lease acquire() {
            return acquireUninterruptibly();
        }

        @Override
        public Acquisition tryAcquire(Duration wait) {
            long end = System.nanoTime() + wait.toNanos();
            boolean interrupted = Thread.interrupted();
            Duration left = wait;
            try {
                while (true) {
                    try {
                        return target().tryAcquire(left);
                    } catch (InterruptedException later) {
                        interrupted = true;
                        left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** What caught the interrupt never sets it again. */
    static final class Forgetful extends ForwardingLock {
        Forgetful(DistributedLock target) {
            super(target);
        }

        @Override
        public Lease acquireUninterruptibly() {
            Lease lease = super.acquireUninterruptibly();
            Thread.interrupted();
            return lease;
        }

        @Override
        public Acquisition tryAcquire() {
            Thread.interrupted();
            return super.tryAcquire();
        }
    }

    /** The uninterruptible form gives up as soon as it is interrupted. */
    static final class ThrowsWhenInterrupted extends ForwardingLock {
        ThrowsWhenInterrupted(DistributedLock target) {
            super(target);
        }

        @Override
        public Lease acquireUninterruptibly() {
            try {
                return acquire();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", interrupted);
            }
        }
    }

    /** Blocks on a future and leaves it alone when interrupted. */
    static final class LeavesWhenInterrupted extends ForwardingLock {
        LeavesWhenInterrupted(DistributedLock target) {
            super(target);
        }

        @Override
        public Lease acquire() throws InterruptedException {
            return joined(acquireAsync());
        }

        @Override
        public Acquisition tryAcquire(Duration wait) throws InterruptedException {
            return joined(tryAcquireAsync(wait));
        }
    }

    /** Blocks on a future and leaves it alone when the time is over. */
    static final class LeavesWhenTimedOut extends ForwardingLock {
        LeavesWhenTimedOut(DistributedLock target) {
            super(target);
        }

        @Override
        public Acquisition tryAcquire(Duration wait) throws InterruptedException {
            if (wait.isNegative() || wait.isZero()) {
                return super.tryAcquire(wait);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            CompletableFuture<Lease> future = acquireAsync();
            try {
                return future.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException over) {
                return new Refused(name(), RefusalReason.TIMED_OUT, null, wait);
            } catch (InterruptedException interrupted) {
                if (!future.cancel(true)) {
                    var unusedWin = future.thenAccept(Lease::release);
                }
                throw interrupted;
            } catch (ExecutionException failed) {
                throw unchecked(failed);
            }
        }
    }

    /** Futures that do not pass a cancellation on. */
    static final class CannotCancel extends ForwardingLock {
        CannotCancel(DistributedLock target) {
            super(target);
        }

        @Override
        public CompletableFuture<Lease> acquireAsync() {
            return super.acquireAsync().thenApply(lease -> lease);
        }

        @Override
        public CompletableFuture<Acquisition> tryAcquireAsync(Duration wait) {
            return super.tryAcquireAsync(wait).thenApply(got -> got);
        }
    }

    /** Tries, sleeps a fixed time, tries again: notices neither the end of its wait nor an interrupt before it sleeps. */
    static final class Naps extends ForwardingLock {
        Naps(DistributedLock target) {
            super(target);
        }

        @Override
        public Lease acquire() throws InterruptedException {
            return tryUntil(Long.MAX_VALUE).orElseThrow();
        }

        @Override
        public Acquisition tryAcquire(Duration wait) throws InterruptedException {
            return wait.isNegative() ? super.tryAcquire(wait) : tryUntil(wait.toNanos());
        }

        private Acquisition tryUntil(long wait) throws InterruptedException {
            long started = System.nanoTime();
            Acquisition got = tryAcquire();
            while (got instanceof Refused && System.nanoTime() - started < wait) {
                Thread.sleep(NAP.toMillis());
                got = tryAcquire();
            }
            return got instanceof Refused
                    ? new Refused(name(), RefusalReason.TIMED_OUT, null, Duration.ofNanos(System.nanoTime() - started))
                    : got;
        }
    }

    /** Takes every failure for one that passes. */
    static final class RetriesAll extends ForwardingLock {
        RetriesAll(DistributedLock target) {
            super(target);
        }

        @Override
        public Lease acquire() throws InterruptedException {
            while (true) {
                try {
                    return super.acquire();
                } catch (RuntimeException failed) {
                    Thread.sleep(20);
                }
            }
        }
    }

    /** Takes a negative wait for none at all. */
    static final class NegativeIsForever extends ForwardingLock {
        NegativeIsForever(DistributedLock target) {
            super(target);
        }

        @Override
        public Acquisition tryAcquire(Duration wait) throws InterruptedException {
            return wait.isNegative() ? acquire() : super.tryAcquire(wait);
        }
    }

    /** Finds out at its first use that it was asked for with nonsense. */
    static final class CheckedAtUse extends ForwardingLock {
        private final @Nullable InvalidInputException wrong;

        CheckedAtUse(DistributedLock target, @Nullable InvalidInputException wrong) {
            super(target);
            this.wrong = wrong;
        }

        @Override
        DistributedLock target() {
            if (wrong != null) {
                throw wrong;
            }
            return super.target();
        }
    }

    private static <T> T joined(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw unchecked(failed);
        }
    }

    private static RuntimeException unchecked(ExecutionException failed) {
        return failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
    }
}
