package dev.holdfast.internal;

import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Tokens;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A lease is held and others of this client wait: its release hands the grant on or gives it back, never both, never neither
 * (L-6, S8, S10). Each test ends with everybody gone, and then nothing may be left anywhere.
 */
public final class HandOffRaces {

    private HandOffRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** 1 when a waiter that did not withdraw gets its lease without being told anything more, and has been told to look. */
    private static int served(NameQueue queue, Rig.Probe waiter) {
        boolean told = waiter.signals.get() > 0;
        return bit(told && Rig.drive(queue, waiter));
    }

    private static int released(ReleaseResult result) {
        return bit(result == ReleaseResult.RELEASED);
    }

    private static int cleanAfter(Rig rig, Waiter waiter) {
        LeaseImpl won = waiter.lease();
        boolean fine = won == null || (won.isHeld() && !rig.store.free() && won.release() == ReleaseResult.RELEASED);
        return bit(fine && rig.clean());
    }

    /** Release with hand-off against the time-out of the only heir (L-6). */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "handed on, the time-out came too late")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "timed out, given back to the store")
    @Outcome(expect = Expect.FORBIDDEN, desc = "handed on and given back, or neither, or something left behind")
    @State
    public static class HeirTimesOut {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Rig.Probe heir = new Rig.Probe();
        private final NameQueue queue = rig.join(heir);

        @Actor
        public void release(III_Result r) {
            r.r1 = released(lease.release());
        }

        @Actor
        public void timeOut(III_Result r) {
            r.r2 = bit(queue.withdraw(heir));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = cleanAfter(rig, heir);
        }
    }

    /** The same with a second heir, who then gets the lease and is told so: no wake is lost (L-1, L-6). */
    @JCStressTest
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "the first was served, then the second")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "the first timed out, the second was served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the second sleeps for ever, or something was left behind")
    @State
    public static class FirstHeirTimesOut {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Rig.Probe first = new Rig.Probe();
        private final Rig.Probe second = new Rig.Probe();
        private final NameQueue queue = rig.join(first);
        private final NameQueue same = rig.join(second);

        @Actor
        public void release() {
            lease.release();
        }

        @Actor
        public void timeOut(III_Result r) {
            r.r1 = bit(queue.withdraw(first));
        }

        @Arbiter
        public void end(III_Result r) {
            LeaseImpl won = first.lease();
            if (won != null) {
                won.release();
            }
            r.r2 = served(same, second);
            r.r3 = cleanAfter(rig, second);
        }
    }

    /**
     * The second heir has other terms than the holder: it waits for a grant of its own, since one that the watchdog renews
     * would never end for somebody who asked for a lease that does (the hand-off is between equals).
     */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "a grant of its own")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a lease on other terms, or none")
    @State
    public static class SecondHeirHasOtherTerms {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Rig.Probe first = new Rig.Probe();
        private final Rig.Probe second = new Rig.Probe(Rig.OPTIONS.renewed(false));
        private final NameQueue queue = rig.join(first);
        private final NameQueue same = rig.join(second);

        @Actor
        public void release() {
            lease.release();
        }

        @Actor
        public void timeOut(III_Result r) {
            r.r1 = bit(queue.withdraw(first));
        }

        @Arbiter
        public void end(III_Result r) {
            LeaseImpl won = first.lease();
            if (won != null) {
                won.release();
            }
            Rig.drive(same, second);
            LeaseImpl own = second.lease();
            r.r2 = bit(own != null && (own.fencingToken().value() & (Tokens.LEASES_PER_GRANT - 1)) == 0);
            r.r3 = cleanAfter(rig, second);
        }
    }

    /** Two releases of one lease: the heir's grant is not given back under it (L-2, L-3). */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one released it, the heir has it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "released twice, or the heir was robbed")
    @State
    public static class ReleaseTwice {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Rig.Probe heir = new Rig.Probe();
        private final NameQueue queue = rig.join(heir);

        @Actor
        public void one(III_Result r) {
            r.r1 = released(lease.release());
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = released(lease.release());
        }

        @Arbiter
        public void end(III_Result r) {
            boolean served = served(queue, heir) == 1 && rig.store.freed.get() == 0;
            r.r3 = bit(served && cleanAfter(rig, heir) == 1);
        }
    }

    /** A waiter looks while the holder releases: it has its lease, or has been told to look again. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "served")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a lost wake, or something left behind")
    @State
    public static class ReleaseAgainstLook {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Rig.Probe heir = new Rig.Probe();
        private final NameQueue queue = rig.join(heir);

        @Actor
        public void release() {
            lease.release();
        }

        @Actor
        public void look() {
            queue.advance(heir);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = bit(heir.lease() != null || served(queue, heir) == 1);
            r.r2 = cleanAfter(rig, heir);
        }
    }

    /**
     * The store takes the grant away while it is handed on: whoever has the lease then is told, and who has released it is not
     * (L-3). r2 counts what the former holder heard; r3 is the heir: 0 nothing yet, 1 a held lease of its own, 2 told of the
     * loss once, 3 holds a lost lease and is never told.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "1, 0, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "released, the heir was told if its grant was lost")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "lost before the release, told once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a silent loss, or told to the wrong one")
    @State
    public static class LossAgainstHandOff {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final OwnerId owner = rig.grant().owner;
        private final Rig.Probe heir = new Rig.Probe();
        private final NameQueue queue = rig.join(heir);
        private final AtomicInteger told = new AtomicInteger();

        public LossAgainstHandOff() {
            lease.onLost(loss -> told.incrementAndGet());
        }

        @Actor
        public void release(III_Result r) {
            r.r1 = released(lease.release());
        }

        @Actor
        public void lose() {
            rig.store.owner.compareAndSet(owner, null);
            rig.core.queues.lost(Rig.NAME, owner, LossCause.FORCED, "");
        }

        @Arbiter
        public void end(III_Result r) {
            r.r2 = told.get();
            Rig.drive(queue, heir);
            LeaseImpl won = heir.lease();
            if (won == null) {
                return;
            }
            int[] heard = {0};
            won.onLost(loss -> heard[0]++);
            r.r3 = won.isHeld() ? 1 : heard[0] == 1 && won.state() == LeaseState.LOST ? 2 : 3;
            won.release();
        }
    }

    /** Time passes the deadline while the lease is released: released or lost, and told only when lost (L-4). */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "released in time")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "expired, told once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, told twice, or something left behind")
    @State
    public static class ReleaseAgainstDeadline {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Grant grant = rig.grant();
        private final AtomicInteger told = new AtomicInteger();

        public ReleaseAgainstDeadline() {
            lease.onLost(loss -> told.incrementAndGet());
        }

        @Actor
        public void release(III_Result r) {
            r.r1 = released(lease.release());
        }

        @Actor
        public void expire() {
            grant.checkDeadline(grant.left(0));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r2 = told.get();
            if (r.r2 > 0) {
                rig.store.owner.set(null); // lapses there by itself
            }
            r.r3 = bit(rig.clean());
        }
    }

    /** Closing gives up on a holder just as it releases: released or lost, and told only once (L-13). */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "released, told of closing before or not at all")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "given up on, told once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "told twice, lost without being told, or something left behind")
    @State
    public static class ReleaseAgainstClosing {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Grant grant = rig.grant();
        private final AtomicInteger told = new AtomicInteger();

        public ReleaseAgainstClosing() {
            lease.onLost(loss -> told.incrementAndGet());
        }

        @Actor
        public void release(III_Result r) {
            r.r1 = released(lease.release());
        }

        @Actor
        public void close() {
            rig.core.queues.close();
            lease.announceClosing(grant.loss(LossCause.CLOSED, "closing"));
            grant.lose(LossCause.CLOSED, "closed");
        }

        @Arbiter
        public void end(III_Result r) {
            r.r2 = told.get();
            // what is given up on at close is left to lapse, so the store may still have it
            rig.store.owner.set(null);
            r.r3 = bit(rig.clean());
        }
    }

    /** The store tells of a loss while its grant is handed out: the holder is told, whichever is first (L-3). */
    @JCStressTest
    @Outcome(
            id = {"0, 0, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "not lost yet, or told")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, and nobody was told")
    @State
    public static class LossAgainstHandOut {
        private final Rig rig = new Rig();
        private LeaseImpl lease;

        @Actor
        public void acquire() {
            lease = rig.acquire();
        }

        @Actor
        public void forced(III_Result r) {
            OwnerId owner = rig.store.owner.get();
            if (owner != null) {
                rig.core.queues.lost(Rig.NAME, owner, LossCause.FORCED, "");
                r.r2 = 1;
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r1 = bit(lease.state() == LeaseState.LOST);
            lease.release();
            rig.store.owner.set(null);
            r.r3 = bit(rig.clean());
        }
    }
}
