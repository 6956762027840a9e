package dev.holdfast.internal;

import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Tokens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The outcome of one waiter is set once: a lease, a failure or withdrawal (L-6, L-7). */
public final class WaiterRaces {
    private static final Rig RIG = new Rig();
    private static final NameQueue QUEUE = new NameQueue(RIG.core, Rig.NAME);
    private static final OwnerId OWNER = new OwnerId("rig", 1);
    private static final Grant.Confirmation CONFIRMED = new Grant.Confirmation(0, 0, Rig.OPTIONS.lease());
    private static final LeaseImpl LEASE = lease(newGrant(1));
    private static final LeaseImpl OTHER = lease(newGrant(2));
    private static final RuntimeException CLOSED = new ClientClosedException("rig");

    private WaiterRaces() {}

    private static Grant newGrant(long base) {
        return new Grant(RIG.core, QUEUE, OWNER, base, Rig.OPTIONS, CONFIRMED);
    }

    private static LeaseImpl lease(Grant grant) {
        return new LeaseImpl(RIG.core, grant, grant.nextToken(), LossPolicy.REPORT);
    }

    /** What a waiter came to: 0 withdrawn or open, 1 the lease, 2 another lease, 3 a failure. */
    private static int outcome(Waiter waiter) {
        LeaseImpl lease = waiter.lease();
        return lease == LEASE ? 1 : lease == OTHER ? 2 : waiter.failure() != null ? 3 : 0;
    }

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** Cancel against grant: the lease has one owner, the waiter or the one who offered it (L-6). */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "granted, the withdrawal came too late")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "withdrawn, the lease stays with its offerer")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither own the lease")
    @State
    public static class OfferWithdraw {
        private final Waiter waiter = new Rig.Probe();

        @Actor
        public void offer(III_Result r) {
            r.r1 = bit(waiter.offer(LEASE));
        }

        @Actor
        public void withdraw(III_Result r) {
            r.r2 = bit(waiter.withdraw());
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = outcome(waiter);
        }
    }

    /** Grant against failure, as at close (L-13). */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "granted")
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "failed, the lease stays with its offerer")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither")
    @State
    public static class OfferFail {
        private final Waiter waiter = new Rig.Probe();

        @Actor
        public void offer(III_Result r) {
            r.r1 = bit(waiter.offer(LEASE));
        }

        @Actor
        public void fail(III_Result r) {
            r.r2 = bit(waiter.fail(CLOSED));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = outcome(waiter);
        }
    }

    /** Failure against withdrawal: one of them is the outcome. */
    @JCStressTest
    @Outcome(id = "1, 0, 3", expect = Expect.ACCEPTABLE, desc = "failed")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "withdrawn")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither")
    @State
    public static class FailWithdraw {
        private final Waiter waiter = new Rig.Probe();

        @Actor
        public void fail(III_Result r) {
            r.r1 = bit(waiter.fail(CLOSED));
        }

        @Actor
        public void withdraw(III_Result r) {
            r.r2 = bit(waiter.withdraw());
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = outcome(waiter);
        }
    }

    /** Two offers: one is taken (S3). */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "the first was taken")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "the second was taken")
    @Outcome(expect = Expect.FORBIDDEN, desc = "two leases for one waiter, or one of them lost")
    @State
    public static class OfferOffer {
        private final Waiter waiter = new Rig.Probe();

        @Actor
        public void one(III_Result r) {
            r.r1 = bit(waiter.offer(LEASE));
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = bit(waiter.offer(OTHER));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = outcome(waiter);
        }
    }

    /** A waiter that sees its lease sees all of it: token, name, and the grant under it (F-2). */
    @JCStressTest
    @Outcome(
            id = {"0", "1"},
            expect = Expect.ACCEPTABLE,
            desc = "nothing yet, or everything")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a lease in parts")
    @State
    public static class Publication {
        private final Waiter waiter = new Rig.Probe();

        @Actor
        public void grant() {
            Grant grant = newGrant(7);
            LeaseImpl lease = lease(grant);
            grant.serve(lease);
            waiter.offer(lease);
        }

        @Actor
        public void see(I_Result r) {
            LeaseImpl lease = waiter.lease();
            if (lease != null) {
                boolean whole = lease.fencingToken().value() == Tokens.token(7, 0)
                        && lease.name().equals(Rig.NAME)
                        && lease.isHeld();
                r.r1 = whole ? 1 : -1;
            }
        }
    }
}
