package dev.holdfast.internal;

import dev.holdfast.spi.Backend;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The small values that all parts of a client share. */
public final class SharedStateRaces {

    private SharedStateRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /**
     * The loss interrupts the body of a loan, never what comes after it (L-7). An interrupt that came late is found by the
     * next round of the same thread.
     */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "no interrupt outside the body")
    @Outcome(expect = Expect.FORBIDDEN, desc = "an interrupt after the body")
    @State
    public static class InterruptAgainstReturn {
        private volatile Loans.BodyInterrupt running;

        @Actor
        public void body(I_Result r) {
            boolean late = Thread.interrupted();
            Loans.BodyInterrupt mine = new Loans.BodyInterrupt();
            running = mine;
            mine.bodyReturned();
            r.r1 = bit(late | Thread.interrupted());
        }

        @Actor
        public void lose() {
            Loans.BodyInterrupt body = running;
            if (body != null) {
                body.fire();
            }
        }
    }

    /** Two first uses open the backend once, and both get it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one backend for both")
    @Outcome(expect = Expect.FORBIDDEN, desc = "opened twice, or two backends")
    @State
    public static class OpenOpen {
        private final AtomicInteger opened = new AtomicInteger();
        private final LazyBackend backend = new LazyBackend(this::open, "fake", Duration.ofSeconds(5));
        private Backend one;
        private Backend other;

        private Backend open() {
            opened.incrementAndGet();
            return new FakeBackend();
        }

        @Actor
        public void one() {
            one = backend.get();
        }

        @Actor
        public void other() {
            other = backend.get();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = opened.get();
            r.r2 = bit(one != null && one == other);
        }
    }

    /** Two looks at one jump of the wall clock: it counts once (L-4). */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "seen by both, counted once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "not seen, or counted twice")
    @State
    public static class JumpSeenTwice {
        private static final long JUMP = 1_000_000_000;

        private final Rig.Clock clock = new Rig.Clock();
        private final Trust trust = new Trust(clock);

        public JumpSeenTwice() {
            clock.wall = JUMP;
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = bit(trust.ahead() == JUMP);
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = bit(trust.ahead() == JUMP);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = bit(trust.ahead() == JUMP);
        }
    }

    /** Two observations of lateness: the higher one counts (L-4). */
    @JCStressTest
    @Outcome(
            id = {"1000", "900"},
            expect = Expect.ACCEPTABLE,
            desc = "the higher one, or that less a tenth")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the higher one was forgotten")
    @State
    public static class LateLate {
        private final Lateness lateness = new Lateness();

        @Actor
        public void much() {
            lateness.observe(1_000);
        }

        @Actor
        public void little() {
            lateness.observe(10);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = (int) lateness.nanos();
        }
    }
}
