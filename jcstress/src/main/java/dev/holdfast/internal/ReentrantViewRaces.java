package dev.holdfast.internal;

import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LossCause;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The {@link Lock} view: a hold is its thread's, and ends with its lease (L-1, L-3). */
public final class ReentrantViewRaces {

    private ReentrantViewRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** One view for both. */
    abstract static class View {
        final Rig rig = new Rig();
        final Lock view = new LockImpl(rig.core, Rig.NAME, Rig.OPTIONS).asLock();
        private final AtomicInteger inside = new AtomicInteger();

        /** 0 refused, 1 alone inside, 2 not alone. */
        final int enter() {
            if (!view.tryLock()) {
                return 0;
            }
            int with = inside.incrementAndGet();
            inside.decrementAndGet();
            view.unlock();
            return with;
        }
    }

    /** A second entry against the loss of the lease: the thread is told once, there or when it leaves. */
    @JCStressTest
    @Outcome(
            id = {"0, 0, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "not lost, or told once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost without a word, told twice, or something left behind")
    @State
    public static class EnterAgainAgainstLoss extends View {
        @Actor
        public void enterTwice(III_Result r) {
            int depth = bit(view.tryLock());
            try {
                depth += bit(view.tryLock());
            } catch (LeaseLostException told) {
                r.r1++;
            }
            for (; depth > 0; depth--) {
                try {
                    view.unlock();
                } catch (LeaseLostException told) {
                    r.r1++;
                }
            }
        }

        @Actor
        public void lose(III_Result r) {
            List<Grant> held = rig.core.watchdog.all();
            if (!held.isEmpty()) {
                held.get(0).lose(LossCause.FORCED, "");
                r.r2 = bit(held.get(0).lost() != null);
            }
        }

        @Arbiter
        public void end(III_Result r) {
            if (r.r2 == 1) {
                rig.store.owner.set(null);
            }
            r.r3 = bit(rig.clean());
        }
    }

    /** Two threads enter one view: never both at once, and one of them does. */
    @JCStressTest
    @Outcome(
            id = {"1, 1, 1", "1, 0, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one after the other, or one of them")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both inside, none, or something left behind")
    @State
    public static class EnterEnter extends View {
        @Actor
        public void one(III_Result r) {
            r.r1 = enter();
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = enter();
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = bit(enter() == 1 && rig.clean());
        }
    }

    /** Another thread's unlock is refused and frees nothing. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "refused, the holder's own unlock works")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one thread ended the hold of another")
    @State
    public static class UnlockByAnother extends View {
        @Actor
        public void hold(III_Result r) {
            r.r1 = enter();
        }

        @Actor
        public void unlock(III_Result r) {
            try {
                view.unlock();
            } catch (IllegalMonitorStateException refused) {
                r.r2 = 1;
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = bit(rig.clean());
        }
    }
}
