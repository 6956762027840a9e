package dev.holdfast.internal;

import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import java.time.Instant;
import java.util.function.Consumer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The state of one lease: every transition happens once, and a loss is announced once (L-3, DESIGN 7). */
public final class LeaseFateRaces {
    private static final LeaseLoss FIRST = new LeaseLoss(LossCause.EXPIRED, Instant.EPOCH, Instant.EPOCH, "");
    private static final LeaseLoss SECOND = new LeaseLoss(LossCause.CLOSED, Instant.EPOCH, Instant.EPOCH, "");

    private LeaseFateRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    private static int news(LeaseFate.Loss loss) {
        return bit(loss == LeaseFate.Loss.NEWS);
    }

    /** Release against the end of the lease: released and never told, or lost and told. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "released, there is nothing to tell any more")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "lost, so there was nothing to release")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither, lost untold, or open again")
    @State
    public static class ReleaseLose {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void release(III_Result r) {
            r.r1 = bit(fate.release());
        }

        @Actor
        public void lose(III_Result r) {
            r.r2 = news(fate.lose(FIRST));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = fate.kind().ordinal();
        }
    }

    /** The store's "not yours" to a release against the same news from elsewhere: told once (L-3). */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 2", "0, 1, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "told once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "told twice or never")
    @State
    public static class LoseReleasedTwice {
        private final LeaseFate fate = new LeaseFate();

        public LoseReleasedTwice() {
            fate.release();
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = news(fate.loseReleased(FIRST));
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = news(fate.loseReleased(SECOND));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = fate.kind().ordinal();
        }
    }

    /** Two releases: one of them gives the grant back (L-2). */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one released it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "released twice, or by nobody")
    @State
    public static class ReleaseRelease {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void one(II_Result r) {
            r.r1 = bit(fate.release());
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = bit(fate.release());
        }
    }

    /** Two reasons for the loss at once: it is told once, and the cause that was told stays. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "the first told")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "the second told")
    @Outcome(expect = Expect.FORBIDDEN, desc = "told twice or never, or the announced cause after the loss")
    @State
    public static class LoseLose {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void one(III_Result r) {
            r.r1 = news(fate.lose(FIRST));
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = news(fate.lose(SECOND));
        }

        @Arbiter
        public void cause(III_Result r) {
            r.r3 = fate.listen(loss -> {}) == FIRST ? 1 : 2;
        }
    }

    /** A listener that comes with the loss is called exactly once: by whoever adds it or by whoever announces. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "called once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "called twice or never")
    @State
    public static class ListenLose implements Consumer<LeaseLoss> {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void listen(II_Result r) {
            r.r1 = bit(fate.listen(this) != null);
        }

        @Actor
        public void lose(II_Result r) {
            if (fate.lose(FIRST) == LeaseFate.Loss.NEWS) {
                r.r2 = fate.takeListeners().size();
            }
        }

        @Override
        public void accept(LeaseLoss loss) {}
    }

    /** The same when the loss is announced ahead because the client is closing (L-13). */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "called once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "called twice or never")
    @State
    public static class ListenAnnounce implements Consumer<LeaseLoss> {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void listen(II_Result r) {
            r.r1 = bit(fate.listen(this) != null);
        }

        @Actor
        public void announce(II_Result r) {
            if (fate.announce(SECOND)) {
                r.r2 = fate.takeListeners().size();
            }
        }

        @Override
        public void accept(LeaseLoss loss) {}
    }

    /** Two listeners at once: neither is forgotten. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both are there")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one was forgotten")
    @State
    public static class ListenListen implements Consumer<LeaseLoss> {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void one() {
            fate.listen(this);
        }

        @Actor
        public void other() {
            fate.listenUntold(this);
        }

        @Arbiter
        public void count(I_Result r) {
            r.r1 = fate.takeListeners().size();
        }

        @Override
        public void accept(LeaseLoss loss) {}
    }

    /** Closing announces the loss while the lease is being lost: told once, and then the loss itself is the cause (L-13). */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "announced, then lost")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "lost before closing")
    @Outcome(expect = Expect.FORBIDDEN, desc = "told twice or never, or the announced cause after the loss")
    @State
    public static class AnnounceLose {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void announce(III_Result r) {
            r.r1 = bit(fate.announce(SECOND));
        }

        @Actor
        public void lose(III_Result r) {
            r.r2 = news(fate.lose(FIRST));
        }

        @Arbiter
        public void cause(III_Result r) {
            boolean lost = fate.kind() == LeaseFate.Kind.LOST;
            r.r3 = !lost ? 0 : fate.listen(loss -> {}) == FIRST ? 1 : 2;
        }
    }

    /** Closing against release: a lease that was released first is not announced, and one that is announced can be released. */
    @JCStressTest
    @Outcome(
            id = {"1, 1, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "released, told of closing before or not at all")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the release was lost")
    @State
    public static class AnnounceRelease {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void announce(III_Result r) {
            r.r1 = bit(fate.announce(SECOND));
        }

        @Actor
        public void release(III_Result r) {
            r.r2 = bit(fate.release());
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = fate.kind().ordinal();
        }
    }

    /** A call that tells its caller of the loss against the loss itself: both marks stay. */
    @JCStressTest
    @Outcome(
            id = {"1, 1, 12", "2, 1, 12"},
            expect = Expect.ACCEPTABLE,
            desc = "told and lost")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the loss or the telling was forgotten")
    @State
    public static class TellLose {
        private final LeaseFate fate = new LeaseFate();

        @Actor
        public void tell(III_Result r) {
            r.r1 = fate.tell(() -> SECOND) == FIRST ? 1 : 2;
        }

        @Actor
        public void lose(III_Result r) {
            r.r2 = news(fate.lose(FIRST));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = 10 * bit(fate.told()) + fate.kind().ordinal();
        }
    }
}
