package dev.holdfast.internal;

import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.OwnerId;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The deadline and the end of one grant. */
public final class GrantRaces {
    private static final Rig RIG = new Rig();
    private static final NameQueue QUEUE = new NameQueue(RIG.core, Rig.NAME);
    private static final OwnerId OWNER = new OwnerId("rig", 1);
    private static final Grant.Confirmation FIRST = new Grant.Confirmation(0, 0, Rig.OPTIONS.lease());

    private GrantRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    private static Grant granted() {
        return new Grant(RIG.core, QUEUE, OWNER, 1, Rig.OPTIONS, FIRST);
    }

    /** Who reads the deadline twice never sees it go back, although a delayed confirmation comes last (L-5). */
    @JCStressTest
    @Outcome(
            id = {"0", "1"},
            expect = Expect.ACCEPTABLE,
            desc = "the same or later")
    @Outcome(expect = Expect.FORBIDDEN, desc = "earlier than before")
    @State
    public static class DeadlineOnlyRises {
        private static final Grant.Confirmation LATER = new Grant.Confirmation(2_000, 0, Rig.OPTIONS.lease());
        private static final Grant.Confirmation DELAYED = new Grant.Confirmation(1_000, 0, Rig.OPTIONS.lease());

        private final Grant grant = granted();

        @Actor
        public void confirm() {
            grant.confirm(LATER);
            grant.confirm(DELAYED);
        }

        @Actor
        public void read(I_Result r) {
            long first = grant.left(0);
            long second = grant.left(0);
            long third = grant.left(0);
            r.r1 = second < first || third < second ? -1 : Long.compare(third, first);
        }
    }

    /** A grant ends once: by release or by loss (L-2). */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one ended it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "ended twice or by nobody")
    @State
    public static class EndEnd {
        private final Grant grant = granted();

        @Actor
        public void release(II_Result r) {
            r.r1 = bit(grant.end());
        }

        @Actor
        public void lose(II_Result r) {
            r.r2 = bit(grant.end());
        }
    }

    /** A loss against the holder that asks: it still holds the lease, or hears the cause of the loss and no other (L-4). */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "held when it asked, lost at the end")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "lost, of its cause, and told once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "another cause, or told twice or never")
    @State
    public static class LoseAgainstEnsure extends Leased {
        @Actor
        public void lose() {
            forced();
        }

        @Actor
        public void ensure(II_Result r) {
            try {
                lease.ensureHeld();
            } catch (LeaseLostException lost) {
                r.r1 = code(lost.loss());
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = told();
        }
    }

    /** The same against its release: it came first, or finds the lease lost, of that cause. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "released before")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "lost, of its cause, and told once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "another cause, told twice or never, or both released and lost")
    @State
    public static class LoseAgainstRelease extends Leased {
        @Actor
        public void lose() {
            forced();
        }

        @Actor
        public void release(II_Result r) {
            r.r1 = lease.release() == ReleaseResult.LOST ? 1 : 0;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = told();
        }
    }

    /** A closing client has announced that the lease will be lost, then it is, of another cause: the holder hears that one (L-13). */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "held when it asked, or lost of its cause; listeners were told before")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost of the cause that was announced, or told again")
    @State
    public static class LoseAnnouncedAgainstEnsure extends Leased {
        public LoseAnnouncedAgainstEnsure() {
            lease.announceClosing(grant.loss(LossCause.CLOSED, ""));
            told.set(0);
        }

        @Actor
        public void lose() {
            forced();
        }

        @Actor
        public void ensure(II_Result r) {
            try {
                lease.ensureHeld();
            } catch (LeaseLostException lost) {
                r.r1 = code(lost.loss());
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = told();
        }
    }

    /** One lease, and what its listener is told. */
    abstract static class Leased {
        final AtomicInteger told = new AtomicInteger();
        final LeaseImpl lease;
        final Grant grant;

        Leased() {
            Rig rig = new Rig();
            lease = rig.acquire();
            grant = rig.grant();
            lease.onLost(loss -> told.addAndGet(code(loss)));
        }

        void forced() {
            grant.lose(LossCause.FORCED, "");
        }

        /** 1 for a loss told once of its cause. */
        int told() {
            return told.get();
        }

        static int code(LeaseLoss loss) {
            return loss.cause() == LossCause.FORCED ? 1 : 10;
        }
    }
}
