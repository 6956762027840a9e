package dev.holdfast.internal;

import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.Lease;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/**
 * Every way in which a thread that is parked in an acquire is woken. The clock stands still and the wait is unbounded, so
 * only the wake can end it; a wake that is lost leaves the thread parked, and the test stale.
 */
public final class BlockingWaits {
    private static final long EVER = Long.MAX_VALUE;

    private BlockingWaits() {}

    /** Somebody of this client holds the lock. */
    abstract static class Held {
        final Rig rig = new Rig();
        final LeaseImpl lease = rig.acquire();
        volatile Thread waiting;

        final SyncWaiter waiter() {
            waiting = Thread.currentThread();
            return new SyncWaiter(rig.core, Rig.OPTIONS, EVER);
        }

        final void interrupt() {
            Thread thread = waiting;
            while (thread == null) {
                Thread.onSpinWait();
                thread = waiting;
            }
            thread.interrupt();
        }

        static void require(boolean truth) {
            if (!truth) {
                throw new AssertionError("woken for another reason");
            }
        }
    }

    /** A hand-off within the client wakes the heir. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "woken with the lease")
    @Outcome(expect = Expect.FORBIDDEN, desc = "parked for ever")
    @State
    public static class HandOff extends Held {
        @Actor
        public void park() {
            SyncWaiter waiter = waiter();
            require(waiter.awaitUninterruptibly(rig.join(waiter)) instanceof Lease);
        }

        @Signal
        public void release() {
            lease.release();
        }
    }

    /** The store's wake reaches the waiting thread. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "woken with the lease")
    @Outcome(expect = Expect.FORBIDDEN, desc = "parked for ever")
    @State
    public static class StoreWake {
        private final Rig rig = new Rig();

        public StoreWake() {
            rig.store.owner.set(Rig.FOREIGN);
        }

        @Actor
        public void park() {
            SyncWaiter waiter = new SyncWaiter(rig.core, Rig.OPTIONS, EVER);
            Held.require(waiter.awaitUninterruptibly(rig.join(waiter)) instanceof Lease);
        }

        @Signal
        public void leave() {
            rig.store.leave(Rig.FOREIGN);
        }
    }

    /** An interrupt ends an interruptible wait (L-7). */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "interrupted")
    @Outcome(expect = Expect.FORBIDDEN, desc = "parked for ever")
    @State
    public static class Interrupt extends Held {
        @Actor
        public void park() {
            SyncWaiter waiter = waiter();
            try {
                waiter.await(rig.join(waiter));
                require(false);
            } catch (InterruptedException expected) {
                require(!Thread.interrupted());
            }
        }

        @Signal
        public void interruptIt() {
            interrupt();
        }
    }

    /** An interrupt does not end an uninterruptible wait, the release does, and the flag is kept (L-7). */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "woken with the lease, the flag kept")
    @Outcome(expect = Expect.FORBIDDEN, desc = "parked for ever")
    @State
    public static class Uninterruptible extends Held {
        @Actor
        public void park() {
            SyncWaiter waiter = waiter();
            require(waiter.awaitUninterruptibly(rig.join(waiter)) instanceof Lease);
            require(Thread.interrupted());
        }

        @Signal
        public void interruptAndRelease() {
            interrupt();
            lease.release();
        }
    }

    /** Closing the client ends every wait (L-13). */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "told that the client is closed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "parked for ever")
    @State
    public static class Close extends Held {
        @Actor
        public void park() {
            SyncWaiter waiter = waiter();
            try {
                waiter.awaitUninterruptibly(rig.join(waiter));
                require(false);
            } catch (ClientClosedException expected) {
                require(waiter.lease() == null);
            }
        }

        @Signal
        public void close() {
            rig.core.queues.close();
        }
    }
}
