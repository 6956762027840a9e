package dev.holdfast.internal;

import dev.holdfast.spi.OwnerId;
import org.openjdk.jcstress.annotations.Actor;
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
}
