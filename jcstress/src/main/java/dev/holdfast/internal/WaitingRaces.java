package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.ReleaseResult;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Waiting threads and waiting futures: time-out, interrupt and cancel against the grant (L-6, L-7). */
public final class WaitingRaces {
    private static final long EVER = Long.MAX_VALUE;

    private WaitingRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    private static boolean fine(Acquisition outcome) {
        return !(outcome instanceof Lease lease) || (lease.isHeld() && lease.release() == ReleaseResult.RELEASED);
    }

    private static <T extends Acquisition> AsyncWaiter<T> future(Rig rig, long wait, Class<T> type) {
        return new AsyncWaiter<>(rig.core, Rig.OPTIONS, wait, type::cast);
    }

    /** The wake of a hand-off against the time-out of the thread that waits for it. */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "refused or served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a grant that nobody has, or something left behind")
    @State
    public static class WakeAgainstTimeout {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final SyncWaiter waiter = new SyncWaiter(rig.core, Rig.OPTIONS, 0);
        private final NameQueue queue = rig.join(waiter);
        private Acquisition outcome;

        @Actor
        public void timeOut(III_Result r) {
            outcome = waiter.awaitUninterruptibly(queue);
            r.r1 = bit(outcome instanceof Lease);
        }

        @Actor
        public void release(III_Result r) {
            r.r2 = bit(lease.release() == ReleaseResult.RELEASED);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = bit(fine(outcome) && rig.clean());
        }
    }

    /** An interrupt against the grant: the interruptible acquire throws and holds nothing, whatever it had won (L-7). */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "interrupted, nothing held")
    @Outcome(expect = Expect.FORBIDDEN, desc = "not interrupted, or a lease that nobody has")
    @State
    public static class InterruptAgainstGrant {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final SyncWaiter waiter = new SyncWaiter(rig.core, Rig.OPTIONS, EVER);
        private final NameQueue queue = rig.join(waiter);

        @Actor
        public void interrupted(III_Result r) {
            Thread.currentThread().interrupt();
            try {
                waiter.await(queue);
            } catch (InterruptedException interrupted) {
                r.r1 = bit(!Thread.interrupted());
            }
        }

        @Actor
        public void release(III_Result r) {
            r.r2 = bit(lease.release() == ReleaseResult.RELEASED);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = bit(rig.clean());
        }
    }

    /** Cancel of a future against its grant: the future has the lease, or nobody has (L-6). */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 1", "1, 0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "served or cancelled")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a late win was not released, or something was left behind")
    @State
    public static class CancelAgainstGrant {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final CompletableFuture<Lease> future;

        public CancelAgainstGrant() {
            AsyncWaiter<Lease> waiter = future(rig, EVER, Lease.class);
            future = waiter.start(rig.join(waiter));
        }

        @Actor
        public void cancel(III_Result r) {
            r.r1 = bit(future.cancel(false));
        }

        @Actor
        public void release() {
            lease.release();
        }

        @Arbiter
        public void end(III_Result r) {
            Lease won = future.isCancelled() ? null : future.getNow(null);
            r.r2 = bit(won != null);
            r.r3 = bit((won == null || fine(won)) && rig.clean());
        }
    }

    /** Cancel against the store's grant while the future's own step is under way. */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 1", "1, 0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "served or cancelled")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a late win was not released, or something was left behind")
    @State
    public static class CancelAgainstWake {
        private final Rig rig = new Rig();
        private final CompletableFuture<Lease> future;

        public CancelAgainstWake() {
            rig.store.owner.set(Rig.FOREIGN);
            AsyncWaiter<Lease> waiter = future(rig, EVER, Lease.class);
            future = waiter.start(rig.join(waiter));
        }

        @Actor
        public void cancel(III_Result r) {
            r.r1 = bit(future.cancel(false));
        }

        @Actor
        public void wake() {
            rig.store.leave(Rig.FOREIGN);
        }

        @Arbiter
        public void end(III_Result r) {
            Lease won = future.isCancelled() ? null : future.getNow(null);
            r.r2 = bit(won != null);
            r.r3 = bit((won == null || fine(won)) && rig.clean());
        }
    }

    /** Cancel against a late delivery of a win: the lease is taken by the future or released, never both, never neither (L-6). */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 1", "1, 0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "delivered or cancelled")
    @Outcome(expect = Expect.FORBIDDEN, desc = "taken and released, or neither")
    @State
    public static class CancelAgainstDelivery {
        private final Queue<Runnable> heldUp = new ConcurrentLinkedQueue<>();
        private final Rig rig = Rig.holdingUp(heldUp);
        private final CompletableFuture<Lease> future;

        public CancelAgainstDelivery() {
            AsyncWaiter<Lease> waiter = future(rig, EVER, Lease.class);
            future = waiter.start(rig.join(waiter));
        }

        @Actor
        public void cancel(III_Result r) {
            r.r1 = bit(future.cancel(false));
        }

        @Actor
        public void deliver() {
            heldUp.remove().run();
        }

        @Arbiter
        public void end(III_Result r) {
            Lease won = future.isCancelled() ? null : future.getNow(null);
            boolean kept = !rig.store.free();
            r.r2 = bit(won != null);
            r.r3 = bit(kept == (won != null) && (won == null || fine(won)) && rig.clean());
        }
    }

    /** The time-out of a future against its grant. */
    @JCStressTest
    @Outcome(
            id = {"1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "completed once, with a lease or a refusal")
    @Outcome(expect = Expect.FORBIDDEN, desc = "not completed, a lease that nobody has, or something left behind")
    @State
    public static class TimeoutAgainstGrant {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final CompletableFuture<Acquisition> future;

        public TimeoutAgainstGrant() {
            AsyncWaiter<Acquisition> waiter = future(rig, 1_000_000, Acquisition.class);
            future = waiter.start(rig.join(waiter));
        }

        @Actor
        public void timeOut() {
            rig.tick();
        }

        @Actor
        public void release() {
            lease.release();
        }

        @Arbiter
        public void end(II_Result r) {
            Acquisition outcome = future.getNow(null);
            r.r1 = bit(outcome != null);
            r.r2 = bit(outcome != null && fine(outcome) && rig.clean());
        }
    }

    /** Closing against the grant of a future: completed either way (L-13). */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "failed or served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "never completed, or something left behind")
    @State
    public static class CloseAgainstGrant {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final CompletableFuture<Lease> future;

        public CloseAgainstGrant() {
            AsyncWaiter<Lease> waiter = future(rig, EVER, Lease.class);
            future = waiter.start(rig.join(waiter));
        }

        @Actor
        public void close() {
            rig.core.queues.close();
        }

        @Actor
        public void release() {
            lease.release();
        }

        @Arbiter
        public void end(II_Result r) {
            boolean failed = future.isCompletedExceptionally();
            Lease won = failed ? null : future.getNow(null);
            r.r1 = bit(won != null);
            r.r2 = bit((failed || (won != null && fine(won))) && rig.clean());
        }
    }
}
