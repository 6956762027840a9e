package dev.holdfast.jcstress;

import dev.holdfast.fence.FenceGate;
import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The write of a former holder against the write of its successor (invariant S1).
 *
 * <p>Each result is the place of that write in the order in which the gate let them in; 0 is rejected. The counter is
 * a plain field on purpose: the gate alone orders the writes and publishes one to the next.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the former holder wrote first, then the successor")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the successor wrote first, the late write was rejected")
@Outcome(expect = Expect.FORBIDDEN, desc = "a late write was let in, or two writes at once")
@State
public class FenceGateStaleWriteRace {
    private static final FencingToken FORMER = new FencingToken(1);
    private static final FencingToken SUCCESSOR = new FencingToken(2);

    private final FenceGate gate = FenceGate.inMemory();
    private int writes;

    /**
     * The holder that comes too late, or just in time.
     *
     * @param r the place of its write
     */
    @Actor
    public void former(II_Result r) {
        r.r1 = place(FORMER);
    }

    /**
     * The holder whose token is higher.
     *
     * @param r the place of its write
     */
    @Actor
    public void successor(II_Result r) {
        r.r2 = place(SUCCESSOR);
    }

    private int place(FencingToken token) {
        int[] place = {0};
        try {
            gate.write("resource", token, () -> place[0] = ++writes);
        } catch (FenceRejectedException rejected) {
            return 0;
        }
        return place[0];
    }
}
