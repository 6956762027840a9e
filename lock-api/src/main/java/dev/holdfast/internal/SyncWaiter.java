package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.RefusalReason;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A waiting thread. While it is the first of its queue it makes the contender's calls itself: no thread hop. */
final class SyncWaiter extends Waiter {

    private final Core core;
    private final Thread thread = Thread.currentThread();

    SyncWaiter(Core core, LeaseOptions options, long wait) {
        super(options, core.now(), wait);
        this.core = core;
    }

    @Override
    void signal() {
        LockSupport.unpark(thread);
    }

    /** Waits for the outcome, or for an interrupt: then nothing is held. */
    Acquisition await(NameQueue queue) throws InterruptedException {
        while (true) {
            if (Thread.interrupted()) {
                leave(queue);
                throw new InterruptedException("interrupted while acquiring lock \"" + queue.name + "\"");
            }
            Acquisition outcome = look(queue);
            if (outcome != null) {
                return outcome;
            }
        }
    }

    /** Waits for the outcome; an interrupt is kept for later. */
    Acquisition awaitUninterruptibly(NameQueue queue) {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                Acquisition outcome = look(queue);
                if (outcome != null) {
                    return outcome;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void leave(NameQueue queue) {
        queue.withdraw(this);
        LeaseImpl won = lease();
        if (won != null) {
            won.release();
        }
    }

    /** The outcome, or null after a step towards it or a pause. Who throws must not stay in the queue: nobody would look. */
    private @Nullable Acquisition look(NameQueue queue) {
        try {
            return lookOnce(queue);
        } catch (RuntimeException | Error broken) {
            leave(queue);
            throw broken;
        }
    }

    private @Nullable Acquisition lookOnce(NameQueue queue) {
        LeaseImpl lease = lease();
        if (lease != null) {
            return lease;
        }
        RuntimeException failure = failure();
        if (failure != null) {
            throw failure;
        }
        long now = core.now();
        if (left(now) <= 0) {
            return queue.withdraw(this) ? queue.refuse(RefusalReason.TIMED_OUT, waited(now)) : null;
        }
        long pause = Math.min(queue.advance(this), left(core.now()));
        if (pause > 0 && !decided()) {
            LockSupport.parkNanos(this, pause);
        }
        return null;
    }
}
