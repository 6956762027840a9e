package dev.holdfast.testkit;

import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.ReleaseResult;
import java.time.Duration;
import java.util.function.Consumer;

/** A lease that passes on; the base of leases that are broken on purpose. */
class ForwardingLease implements Lease {

    private final Lease target;

    ForwardingLease(Lease target) {
        this.target = target;
    }

    Lease target() {
        return target;
    }

    @Override
    public String name() {
        return target.name();
    }

    @Override
    public FencingToken fencingToken() {
        return target.fencingToken();
    }

    @Override
    public LeaseState state() {
        return target.state();
    }

    @Override
    public boolean isHeld() {
        return target.isHeld();
    }

    @Override
    public Duration remaining() {
        return target.remaining();
    }

    @Override
    public void ensureHeld() {
        target.ensureHeld();
    }

    @Override
    public void onLost(Consumer<? super LeaseLoss> listener) {
        target.onLost(listener);
    }

    @Override
    public ReleaseResult release() {
        return target.release();
    }

    @Override
    public void close() {
        target.close();
    }
}
