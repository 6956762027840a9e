package dev.holdfast.jcstress.broken;

import dev.holdfast.internal.GrantRaces;
import dev.holdfast.internal.LeaseFateRaces;
import dev.holdfast.internal.WaiterRaces;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Twins of LeaseFate, Waiter, LeaseImpl and Grant. */
public final class LeaseTwins {

    private LeaseTwins() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** LeaseFate that checks, then acts. */
    private static final class CheckThenAct {
        private volatile int kind;

        boolean change(int to) {
            if (kind == 0) {
                Window.open();
                kind = to;
                return true;
            }
            return false;
        }
    }

    /** Released twice: the state is read, then written. */
    @JCStressTest
    @JCStressMeta(LeaseFateRaces.ReleaseRelease.class)
    @State
    public static class ReleaseChecksThenActs {
        private final CheckThenAct fate = new CheckThenAct();

        @Actor
        public void one(II_Result r) {
            r.r1 = bit(fate.change(1));
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = bit(fate.change(1));
        }
    }

    /** Lost twice, told twice. */
    @JCStressTest
    @JCStressMeta(LeaseFateRaces.LoseLose.class)
    @State
    public static class LossChecksThenActs {
        private final CheckThenAct fate = new CheckThenAct();

        @Actor
        public void one(III_Result r) {
            r.r1 = bit(fate.change(1));
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = bit(fate.change(2));
        }

        @Arbiter
        public void cause(III_Result r) {
            r.r3 = fate.kind;
        }
    }

    /** State and listeners are two values: a listener that comes between the two is never called. */
    @JCStressTest
    @JCStressMeta(LeaseFateRaces.ListenLose.class)
    @State
    public static class ListenersApartFromState {
        private final AtomicReference<List<Object>> listeners = new AtomicReference<>(List.of());
        private volatile boolean lost;

        @Actor
        public void listen(II_Result r) {
            if (lost) {
                r.r1 = 1;
                return;
            }
            listeners.updateAndGet(before -> {
                List<Object> after = new ArrayList<>(before);
                after.add(this);
                return after;
            });
        }

        @Actor
        public void lose(II_Result r) {
            r.r2 = listeners.getAndSet(List.of()).size();
            Window.open();
            lost = true;
        }
    }

    /** Waiter whose withdrawal checks, then acts: the lease has two owners, or none. */
    @JCStressTest
    @JCStressMeta(WaiterRaces.OfferWithdraw.class)
    @State
    public static class WithdrawalChecksThenActs {
        private final CheckThenAct outcome = new CheckThenAct();

        @Actor
        public void offer(III_Result r) {
            r.r1 = bit(outcome.change(1));
        }

        @Actor
        public void withdraw(III_Result r) {
            r.r2 = bit(outcome.change(2));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = outcome.kind == 1 ? 1 : 0;
        }
    }

    /** A lease that is offered before its token is set. */
    @JCStressTest
    @JCStressMeta(WaiterRaces.Publication.class)
    @State
    public static class TokenAfterOffer {
        private static final class Lease {
            private volatile long token;
        }

        private volatile Lease offered;

        @Actor
        public void grant() {
            Lease lease = new Lease();
            offered = lease;
            Window.open();
            lease.token = 7;
        }

        @Actor
        public void see(I_Result r) {
            Lease lease = offered;
            if (lease != null) {
                r.r1 = lease.token == 7 ? 1 : -1;
            }
        }
    }

    /** Grant that ends by check, then act: given back and lost. */
    @JCStressTest
    @JCStressMeta(GrantRaces.EndEnd.class)
    @State
    public static class EndChecksThenActs {
        private final CheckThenAct ended = new CheckThenAct();

        @Actor
        public void release(II_Result r) {
            r.r1 = bit(ended.change(1));
        }

        @Actor
        public void lose(II_Result r) {
            r.r2 = bit(ended.change(1));
        }
    }

    /** Grant that believes a delayed confirmation. */
    @JCStressTest
    @JCStressMeta(GrantRaces.DeadlineOnlyRises.class)
    @State
    public static class DeadlineOfLastReply {
        private volatile long deadline;

        @Actor
        public void confirm() {
            Window.open();
            deadline = 2_000;
            Window.open();
            deadline = 1_000;
        }

        @Actor
        public void read(I_Result r) {
            long first = deadline;
            Window.open();
            long second = deadline;
            Window.open();
            long third = deadline;
            r.r1 = second < first || third < second ? -1 : Long.compare(third, first);
        }
    }

    /** Lease that finds its grant over before it was told, and makes up a cause. */
    @JCStressTest
    @JCStressMeta(GrantRaces.LoseAgainstEnsure.class)
    @State
    public static class CauseMadeUp {
        private volatile int ended;
        private volatile int cause;

        @Actor
        public void lose() {
            ended = 1;
            Window.open();
            cause = 1;
        }

        @Actor
        public void ensure(II_Result r) {
            if (ended == 1) {
                int known = cause;
                r.r1 = known == 0 ? 10 : known;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = cause;
        }
    }
}
