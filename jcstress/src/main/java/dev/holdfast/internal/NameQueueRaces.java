package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.ReleaseResult;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Joining, leaving, retiring and closing the queue of a name, and its one contender at the store (L-6, L-12, L-13). */
public final class NameQueueRaces {

    private NameQueueRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** The queue retires with its last lease while somebody joins: the joiner is in the queue that the map knows (L-12). */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the joiner is served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the joiner waits in a queue that nobody knows, or something was left")
    @State
    public static class JoinAgainstRetire {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Rig.Probe waiter = new Rig.Probe();
        private NameQueue joined;

        @Actor
        public void retire() {
            lease.release();
        }

        @Actor
        public void join() {
            joined = rig.join(waiter);
        }

        @Arbiter
        public void end(II_Result r) {
            Rig.Probe later = new Rig.Probe();
            boolean known = rig.join(later) == joined;
            r.r1 = bit(known && Rig.drive(joined, waiter) && joined.withdraw(later));
            LeaseImpl won = waiter.lease();
            r.r2 = bit(won != null && won.release() == ReleaseResult.RELEASED && rig.clean());
        }
    }

    /** The same for an attempt that does not wait: it wins or is refused, and the map forgets the name. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "refused or won")
    @Outcome(expect = Expect.FORBIDDEN, desc = "something was left behind")
    @State
    public static class VisitAgainstRetire {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private LeaseImpl won;

        @Actor
        public void retire() {
            lease.release();
        }

        @Actor
        public void visit(II_Result r) {
            Acquisition outcome = rig.core.queues.visit(Rig.NAME).run(Rig.OPTIONS);
            won = outcome instanceof LeaseImpl own ? own : null;
            r.r1 = bit(won != null);
        }

        @Arbiter
        public void end(II_Result r) {
            boolean fine = won == null || (won.isHeld() && won.release() == ReleaseResult.RELEASED);
            r.r2 = bit(fine && rig.clean());
        }
    }

    /** Two attempts that do not wait: at most one wins (S3), and nothing is left of the other. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one won")
    @Outcome(expect = Expect.FORBIDDEN, desc = "two won, or nobody, or something was left behind")
    @State
    public static class VisitAgainstVisit {
        private final Rig rig = new Rig();

        @Actor
        public void one(III_Result r) {
            r.r1 = bit(rig.core.queues.visit(Rig.NAME).run(Rig.OPTIONS) instanceof Lease);
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = bit(rig.core.queues.visit(Rig.NAME).run(Rig.OPTIONS) instanceof Lease);
        }

        @Arbiter
        public void end(III_Result r) {
            LeaseImpl won = rig.grant().lease();
            r.r3 = bit(won != null && won.release() == ReleaseResult.RELEASED && rig.clean());
        }
    }

    /** The limit of waiters: one place goes to one of two, and is free again afterwards. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one is in")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or the place was lost")
    @State
    public static class LastPlace {
        private final Rig rig = Rig.narrow();

        @Actor
        public void one(III_Result r) {
            r.r1 = bit(rig.core.queues.enter());
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = bit(rig.core.queues.enter());
        }

        @Arbiter
        public void end(III_Result r) {
            rig.core.queues.exit();
            r.r3 = bit(rig.core.queues.enter());
        }
    }

    /** The store grants while the only waiter leaves: its lease, or given back at once (L-6). */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "granted, the withdrawal came too late")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "withdrawn, the grant was given back")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a grant that nobody has, or something left behind")
    @State
    public static class GrantAgainstWithdraw {
        private final Rig rig = new Rig();
        private final Rig.Probe waiter = new Rig.Probe();
        private final NameQueue queue = rig.join(waiter);

        @Actor
        public void grant() {
            queue.advance(waiter);
        }

        @Actor
        public void withdraw(II_Result r) {
            r.r1 = bit(queue.withdraw(waiter));
        }

        @Arbiter
        public void end(II_Result r) {
            LeaseImpl won = waiter.lease();
            boolean fine =
                    won == null || (won.isHeld() && !rig.store.free() && won.release() == ReleaseResult.RELEASED);
            r.r2 = bit(fine && rig.clean());
        }
    }

    /** The store's loss arrives with its grant: the lease is told of it, or the waiter goes on waiting (L-3). */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1", "2, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "still waits, holds, or was told")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a silent loss, or something left behind")
    @State
    public static class GrantAgainstLoss {
        private final Rig rig = new Rig();
        private final Rig.Probe waiter = new Rig.Probe();
        private final NameQueue queue = rig.join(waiter);

        @Actor
        public void grant() {
            queue.advance(waiter);
        }

        @Actor
        public void lose() {
            for (Grant grant : rig.core.watchdog.all()) {
                rig.store.owner.compareAndSet(grant.owner, null);
                grant.lose(LossCause.FORCED, "");
            }
        }

        @Arbiter
        public void end(II_Result r) {
            LeaseImpl won = waiter.lease();
            if (won != null) {
                int[] heard = {0};
                won.onLost(loss -> heard[0]++);
                r.r1 = won.isHeld() ? 1 : heard[0] == 1 ? 2 : 3;
                won.release();
            } else {
                queue.withdraw(waiter);
            }
            r.r2 = bit(rig.clean());
        }
    }

    /** Closing against a new waiter: refused, or failed; nobody waits for a client that is gone (L-13). */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "joined, then failed and told")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "refused")
    @Outcome(expect = Expect.FORBIDDEN, desc = "waits for ever, or something left behind")
    @State
    public static class CloseAgainstJoin {
        private final Rig rig = new Rig();
        private final Rig.Probe waiter = new Rig.Probe();

        @Actor
        public void close() {
            rig.core.queues.close();
        }

        @Actor
        public void join(II_Result r) {
            try {
                rig.join(waiter);
            } catch (ClientClosedException refused) {
                r.r2 = 1;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = bit(waiter.failure() instanceof ClientClosedException && waiter.signals.get() == 1);
            r.r2 += 10 * bit(!rig.clean());
        }
    }

    /** Closing against a grant in flight to a waiter: served or failed, and then the grant is given back (L-13). */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "served, or failed and given back")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or a grant left behind")
    @State
    public static class CloseAgainstGrant {
        private final Rig rig = new Rig();
        private final Rig.Probe waiter = new Rig.Probe();
        private final NameQueue queue = rig.join(waiter);

        @Actor
        public void grant() {
            queue.advance(waiter);
        }

        @Actor
        public void close() {
            rig.core.queues.close();
        }

        @Arbiter
        public void end(III_Result r) {
            LeaseImpl won = waiter.lease();
            r.r1 = bit(won != null);
            r.r2 = bit(waiter.failure() != null);
            boolean fine = won == null || won.release() == ReleaseResult.RELEASED;
            r.r3 = bit(fine && rig.clean());
        }
    }

    /**
     * Closing against a grant in flight to an attempt that does not wait: refused, or a lease whose holder is told that the
     * client is closing (L-13).
     */
    @JCStressTest
    @Outcome(
            id = {"0, 0, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "refused, or won and told")
    @Outcome(expect = Expect.FORBIDDEN, desc = "holds a lease of a closed client and does not know")
    @State
    public static class CloseAgainstVisit {
        private final Rig rig = new Rig();
        private LeaseImpl won;

        @Actor
        public void visit(III_Result r) {
            try {
                Acquisition outcome = rig.core.queues.visit(Rig.NAME).run(Rig.OPTIONS);
                won = outcome instanceof LeaseImpl own ? own : null;
            } catch (ClientClosedException refused) {
                won = null;
            }
            r.r1 = bit(won != null);
        }

        @Actor
        public void close() {
            rig.core.queues.close();
            for (Grant grant : rig.core.watchdog.all()) {
                LeaseImpl lease = grant.lease();
                if (lease != null) {
                    lease.announceClosing(grant.loss(LossCause.CLOSED, ""));
                }
            }
        }

        @Arbiter
        public void end(III_Result r) {
            if (won != null) {
                int[] heard = {0};
                won.onLost(loss -> heard[0]++);
                r.r2 = heard[0];
                won.release();
            }
            r.r3 = bit(rig.clean());
        }
    }

    /** Closing against a hand-off: the heir is served or failed, and the grant is never lost between them (L-13). */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "served or failed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or a grant left behind")
    @State
    public static class CloseAgainstHandOff {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Rig.Probe heir = new Rig.Probe();
        private final NameQueue queue = rig.join(heir);

        @Actor
        public void release() {
            lease.release();
        }

        @Actor
        public void close() {
            rig.core.queues.close();
        }

        @Arbiter
        public void end(III_Result r) {
            LeaseImpl won = heir.lease();
            r.r1 = bit(won != null);
            r.r2 = bit(heir.failure() != null);
            boolean fine = won == null || won.release() == ReleaseResult.RELEASED;
            r.r3 = bit(fine && rig.clean());
        }
    }

    /** The store wakes the contender while it polls: whatever the poll saw, the wake is not missed (L-9). */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the wake was missed, or something left behind")
    @State
    public static class WakeDuringPoll {
        private final Rig rig = new Rig();
        private final Rig.Probe waiter = new Rig.Probe();
        private final NameQueue queue = rig.join(waiter);

        public WakeDuringPoll() {
            rig.store.owner.set(Rig.FOREIGN);
            queue.advance(waiter);
        }

        @Actor
        public void wake() {
            rig.store.leave(Rig.FOREIGN);
        }

        @Actor
        public void poll() {
            queue.advance(waiter);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = bit(Rig.drive(queue, waiter) && waiter.signals.get() > 0);
            LeaseImpl won = waiter.lease();
            r.r2 = bit(won != null && won.release() == ReleaseResult.RELEASED && rig.clean());
        }
    }

    /** The same while the contender joins the store's queue. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the wake was missed, or something left behind")
    @State
    public static class WakeDuringEnqueue {
        private final Rig rig = new Rig();
        private final Rig.Probe waiter = new Rig.Probe();
        private final NameQueue queue = rig.join(waiter);

        public WakeDuringEnqueue() {
            rig.store.owner.set(Rig.FOREIGN);
        }

        @Actor
        public void wake() {
            rig.store.leave(Rig.FOREIGN);
        }

        @Actor
        public void enqueue() {
            queue.advance(waiter);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = bit(Rig.drive(queue, waiter));
            LeaseImpl won = waiter.lease();
            r.r2 = bit(won != null && won.release() == ReleaseResult.RELEASED && rig.clean());
        }
    }

    /** The first waiter leaves while the store has its contender queued: the next inherits it and is told (L-6). */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "inherited and served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the heir was not told, or something left behind")
    @State
    public static class InheritAgainstWake {
        private final Rig rig = new Rig();
        private final Rig.Probe first = new Rig.Probe();
        private final Rig.Probe second = new Rig.Probe();
        private final NameQueue queue = rig.join(first);
        private final NameQueue same = rig.join(second);

        public InheritAgainstWake() {
            rig.store.owner.set(Rig.FOREIGN);
            queue.advance(first);
        }

        @Actor
        public void withdraw(III_Result r) {
            r.r1 = bit(queue.withdraw(first));
        }

        @Actor
        public void wake() {
            rig.store.leave(Rig.FOREIGN);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r2 = bit(second.signals.get() > 0 && Rig.drive(same, second));
            LeaseImpl won = second.lease();
            r.r3 = bit(won != null && won.release() == ReleaseResult.RELEASED && rig.clean());
        }
    }
}
