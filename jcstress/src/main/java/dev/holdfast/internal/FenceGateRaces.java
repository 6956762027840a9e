package dev.holdfast.internal;

import dev.holdfast.fence.FenceGate;
import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The guard in memory beside the write that FenceGateStaleWriteRace covers (F-3). */
public final class FenceGateRaces {
    private static final FencingToken FORMER = new FencingToken(1);
    private static final FencingToken SUCCESSOR = new FencingToken(2);

    private FenceGateRaces() {}

    /** After the successor has entered it reads; no write of the former holder comes after that read (F-3). */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "the late write was rejected, or was there before the read")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a late write after the read")
    @State
    public static class EnterAgainstLateWrite {
        private final FenceGate gate = FenceGate.inMemory();
        private int value;

        @Actor
        public void enterAndRead(II_Result r) {
            gate.enter("resource", SUCCESSOR);
            r.r1 = value;
        }

        @Actor
        public void writeLate() {
            try {
                gate.write("resource", FORMER, () -> value = 1);
            } catch (FenceRejectedException rejected) {
                // as it should be
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = value;
        }
    }
}
