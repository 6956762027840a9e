package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The {@link Lock} view: one hold per thread, counted here and never at the store. Threads exclude each other through the
 * lock's own queue, so that a lease that was lost blocks nobody here (local and remote state end together). Thread-safe.
 */
final class ReentrantView implements Lock {

    private final DistributedLock lock;
    private final ConcurrentHashMap<Thread, Hold> holds = new ConcurrentHashMap<>();

    /** A thread's hold; only that thread touches it. */
    private static final class Hold {
        final Lease lease;
        int count = 1;

        Hold(Lease lease) {
            this.lease = lease;
        }
    }

    ReentrantView(DistributedLock lock) {
        this.lock = lock;
    }

    @Override
    public void lock() {
        if (!enterAgain()) {
            hold(lock.acquireUninterruptibly());
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        throwIfInterrupted();
        if (!enterAgain()) {
            hold(lock.acquire());
        }
    }

    @Override
    public boolean tryLock() {
        return enterAgain() || hold(lock.tryAcquire());
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        throwIfInterrupted();
        return enterAgain() || hold(lock.tryAcquire(Duration.ofNanos(Math.max(0, unit.toNanos(time)))));
    }

    @Override
    public void unlock() {
        Hold hold = holds.get(Thread.currentThread());
        if (hold == null) {
            throw new IllegalMonitorStateException("not held by this thread: name=\"" + lock.name() + "\"");
        }
        if (--hold.count == 0) {
            holds.remove(Thread.currentThread());
            hold.lease.close();
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a distributed lock has no conditions: name=\"" + lock.name() + "\"");
    }

    /** A thread that ended without unlocking leaves its hold; once the lease is over too, nobody needs it (L-12). */
    private void forgetTheDead() {
        holds.entrySet()
                .removeIf(e -> !e.getKey().isAlive() && !e.getValue().lease.isHeld());
    }

    private void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before acquiring lock \"" + lock.name() + "\"");
        }
    }

    /** A lost lease cannot be entered again: that is told instead. */
    private boolean enterAgain() {
        Hold hold = holds.get(Thread.currentThread());
        if (hold == null) {
            return false;
        }
        hold.lease.ensureHeld();
        hold.count++;
        return true;
    }

    private boolean hold(Acquisition outcome) {
        if (outcome instanceof Lease lease) {
            forgetTheDead();
            holds.put(Thread.currentThread(), new Hold(lease));
            return true;
        }
        return false;
    }
}
