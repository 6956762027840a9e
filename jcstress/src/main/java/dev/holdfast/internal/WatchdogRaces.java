package dev.holdfast.internal;

import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.OwnerId;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Renewal against release, close and itself (L-4, L-5, L-8). */
public final class WatchdogRaces {

    private static final long TWO_SECONDS = 2_000_000_000;

    private WatchdogRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** A lease whose renewal is due at the next tick. */
    private static LeaseImpl due(Rig rig) {
        LeaseImpl lease = rig.acquire();
        rig.grant().renewal.failed(0);
        return lease;
    }

    /** Release against a tick that renews: released, told of nothing, and the chain of ticks ends (L-5, L-12). */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "released, and nothing is renewed afterwards")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a loss was told, a renewal came later, or something was left behind")
    @State
    public static class TickAgainstRelease {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = due(rig);
        private volatile boolean told;

        public TickAgainstRelease() {
            lease.onLost(loss -> told = true);
        }

        @Actor
        public void tick() {
            rig.tick();
        }

        @Actor
        public void release(II_Result r) {
            r.r1 = bit(lease.release() == ReleaseResult.RELEASED);
        }

        @Arbiter
        public void end(II_Result r) {
            int renewed = rig.store.renewals.get();
            r.r2 = bit(!told && rig.clean() && rig.store.renewals.get() == renewed);
        }
    }

    /** A grant comes just as the chain of ticks ends with the last one: it is ticked for (L-8). */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "one chain goes on, and ends with the grant")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a grant without ticks, two chains, or a chain without end")
    @State
    public static class AddAgainstLastTick {
        private final Rig rig = new Rig();
        private final Grant grant;

        public AddAgainstLastTick() {
            rig.acquire().release();
            NameQueue queue = new NameQueue(rig.core, Rig.NAME);
            Grant.Confirmation first = new Grant.Confirmation(0, 0, Rig.OPTIONS.lease());
            grant = new Grant(rig.core, queue, new OwnerId("rig", 9), 1, Rig.OPTIONS, first);
        }

        @Actor
        public void lastTick() {
            rig.tick();
        }

        @Actor
        public void add() {
            rig.core.watchdog.add(grant);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r1 = rig.timers.size();
            r.r2 = rig.core.watchdog.size();
            grant.end();
            r.r3 = bit(rig.clean());
        }
    }

    /** Close against a tick: whatever was under way, nothing is renewed after both (L-13). */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "renewed once more or not")
    @Outcome(expect = Expect.FORBIDDEN, desc = "renewed after the close")
    @State
    public static class TickAgainstStop {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = due(rig);

        @Actor
        public void tick() {
            rig.tick();
        }

        @Actor
        public void stop() {
            rig.core.watchdog.stop();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = rig.store.renewals.get();
            rig.grant().renewal.failed(0);
            rig.tick();
            rig.tick();
            boolean none = rig.store.renewals.get() == r.r1;
            r.r2 = bit(none && lease.release() == ReleaseResult.RELEASED && rig.clean());
        }
    }

    /** Two reasons to look at once, a tick and a suspended session: one run of renewals at a time, and none forgotten. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "one at a time, and the doubt is gone in the end")
    @Outcome(expect = Expect.FORBIDDEN, desc = "two runs at once, or nobody asks the store")
    @State
    public static class TickAgainstSuspend {
        private final Rig.Running clock = new Rig.Running();
        private final Rig rig = Rig.of(clock);
        private final LeaseImpl lease = due(rig);

        @Actor
        public void tick() {
            rig.tick();
        }

        @Actor
        public void suspend() {
            rig.core.watchdog.suspend("");
            rig.tick();
        }

        @Arbiter
        public void end(III_Result r) {
            r.r1 = rig.store.mostAtOnce;
            clock.pass(TWO_SECONDS);
            rig.tick();
            r.r2 = bit(!rig.grant().uncertain() && lease.isHeld());
            r.r3 = bit(lease.release() == ReleaseResult.RELEASED && rig.clean());
        }
    }

    /** The session is suspended just as an early look is taken: the store is asked once more after that. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "confirmed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the request was forgotten")
    @State
    public static class HurryAgainstLook {
        private final Rig.Running clock = new Rig.Running();
        private final Rig rig = Rig.of(clock);
        private final LeaseImpl lease = rig.acquire();
        private final Grant grant = rig.grant();

        public HurryAgainstLook() {
            // one early look is pending already; without the tick, which would cover up for a look that is missing
            rig.timers.clear();
            clock.pass(TWO_SECONDS);
            grant.group.hurry();
        }

        @Actor
        public void look() {
            rig.tick();
        }

        @Actor
        public void hurry() {
            grant.suspend();
            grant.group.hurry();
        }

        @Arbiter
        public void end(II_Result r) {
            clock.pass(TWO_SECONDS);
            rig.tick();
            r.r1 = bit(!grant.uncertain());
            r.r2 = bit(lease.isHeld() && lease.release() == ReleaseResult.RELEASED);
        }
    }

    /** The session is suspended again, while a renewal from between the two is confirmed: the doubt stays (L-4). */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "still in doubt")
    @Outcome(expect = Expect.FORBIDDEN, desc = "an earlier request ended the doubt")
    @State
    public static class ConfirmAgainstSuspend {
        private static final Rig RIG = Rig.of(new Rig.Running());
        private static final NameQueue QUEUE = new NameQueue(RIG.core, Rig.NAME);
        private static final OwnerId OWNER = new OwnerId("rig", 1);
        private static final Grant.Confirmation FIRST = new Grant.Confirmation(0, 0, Rig.OPTIONS.lease());

        private final Grant grant = new Grant(RIG.core, QUEUE, OWNER, 1, Rig.OPTIONS, FIRST);
        private final Grant.Confirmation between;

        public ConfirmAgainstSuspend() {
            grant.suspend();
            between = new Grant.Confirmation(RIG.core.now(), 0, Rig.OPTIONS.lease());
        }

        @Actor
        public void confirm() {
            grant.confirm(between);
        }

        @Actor
        public void suspend() {
            grant.suspend();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = bit(grant.uncertain());
        }
    }

    /** A late confirmation arrives with the release: the lease stays released, and nothing brings it back (L-5). */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "released")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the lease came back, or something was left behind")
    @State
    public static class ConfirmAgainstRelease {
        private final Rig rig = new Rig();
        private final LeaseImpl lease = rig.acquire();
        private final Grant grant = rig.grant();

        @Actor
        public void confirm() {
            grant.confirm(new Grant.Confirmation(1_000, 0, Rig.OPTIONS.lease()));
        }

        @Actor
        public void release(III_Result r) {
            r.r1 = bit(lease.release() == ReleaseResult.RELEASED);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r2 = bit(!lease.isHeld() && lease.remaining().equals(Duration.ZERO));
            r.r3 = bit(rig.clean());
        }
    }
}
