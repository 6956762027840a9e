package dev.holdfast.internal;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LeaseUncertainException;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.ReleaseReply;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One lease over a grant. Its own state is one atomic value ({@link LeaseFate}); time is the grant's. Thread-safe. */
final class LeaseImpl implements Lease {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");

    private final Core core;
    private final Grant grant;
    private final FencingToken token;
    private final LossPolicy lossPolicy;
    private final long acquiredAt;
    private final LeaseFate fate = new LeaseFate();

    /** The thread that acquired it, for the self-deadlock hint only; 0 where none did. */
    volatile long acquirer;

    LeaseImpl(Core core, Grant grant, long token, LossPolicy lossPolicy) {
        this.core = core;
        this.grant = grant;
        this.token = new FencingToken(token);
        this.lossPolicy = lossPolicy;
        this.acquiredAt = core.now();
    }

    @Override
    public String name() {
        return grant.queue.name;
    }

    @Override
    public FencingToken fencingToken() {
        return token;
    }

    @Override
    public LeaseState state() {
        return switch (fate.kind()) {
            case RELEASED -> LeaseState.RELEASED;
            case LOST -> LeaseState.LOST;
            case OPEN -> openState();
        };
    }

    private LeaseState openState() {
        if (isOver()) {
            return fate.kind() == LeaseFate.Kind.RELEASED ? LeaseState.RELEASED : LeaseState.LOST;
        }
        if (grant.uncertain()) {
            grant.group.hurry();
            return LeaseState.UNCERTAIN;
        }
        return LeaseState.HELD;
    }

    /** Whoever ended the grant may not have come to its lease yet: then it is lost here, of the same cause, and told once. */
    private boolean isOver() {
        boolean over = grant.checkDeadline(core.now());
        LeaseLoss loss = over ? grant.lost() : null;
        if (loss != null) {
            lose(loss);
        }
        return over;
    }

    @Override
    public boolean isHeld() {
        return state() == LeaseState.HELD;
    }

    @Override
    public Duration remaining() {
        return isHeld() ? Duration.ofNanos(Math.max(0, grant.left(core.now()))) : Duration.ZERO;
    }

    @Override
    public void ensureHeld() {
        switch (state()) {
            case HELD -> {}
            case UNCERTAIN -> throw new LeaseUncertainException(name());
            case RELEASED -> throw new IllegalStateException("lease was released: name=\"" + name() + "\"");
            case LOST -> throw new LeaseLostException(name(), fate.tell(this::lossUnknown));
        }
    }

    @Override
    public void onLost(Consumer<? super LeaseLoss> listener) {
        LeaseLoss already = fate.listen(Objects.requireNonNull(listener, "listener"));
        if (already != null) {
            core.callbacks.run(() -> listener.accept(already));
        }
    }

    /** Like {@link #onLost}, for the library's own use: does not count as having told anybody. */
    void onLostInternally(Consumer<? super LeaseLoss> listener) {
        LeaseLoss already = fate.listenUntold(listener);
        if (already != null) {
            core.callbacks.run(() -> listener.accept(already));
        }
    }

    @Override
    public ReleaseResult release() {
        ReleaseResult result = giveUp();
        if (result == ReleaseResult.LOST) {
            fate.tell(this::lossUnknown);
        }
        return result;
    }

    @Override
    public void close() {
        if (giveUp() == ReleaseResult.LOST && lossPolicy != LossPolicy.REPORT && !fate.told()) {
            throw new LeaseLostException(name(), fate.tell(this::lossUnknown));
        }
    }

    private ReleaseResult giveUp() {
        if (fate.kind() == LeaseFate.Kind.OPEN) {
            isOver();
        }
        if (!fate.release()) {
            return fate.kind() == LeaseFate.Kind.LOST ? ReleaseResult.LOST : ReleaseResult.ALREADY_RELEASED;
        }
        ReleaseResult result = afterRelease(grant.queue.giveUp(grant));
        long held = core.now() - acquiredAt;
        core.event(() -> new HoldfastEvent.Released(name(), token, result, Duration.ofNanos(held)));
        return result;
    }

    private ReleaseResult afterRelease(ReleaseReply reply) {
        if (reply instanceof ReleaseReply.NotOwner gone) {
            LeaseLoss loss = grant.loss(gone.cause(), gone.detail());
            tell(loss, fate.loseReleased(loss));
            return ReleaseResult.LOST;
        }
        return reply instanceof ReleaseReply.Indeterminate ? ReleaseResult.UNKNOWN : ReleaseResult.RELEASED;
    }

    /** The right ended before release. Tells once. */
    void lose(LeaseLoss loss) {
        tell(loss, fate.lose(loss));
    }

    private void tell(LeaseLoss loss, LeaseFate.Loss outcome) {
        if (outcome != LeaseFate.Loss.NONE) {
            LOG.warn("{}", LeaseLostException.text(name(), loss));
            core.event(() -> new HoldfastEvent.Lost(name(), token, loss));
            callListeners(loss); // where it was announced before, those that came since
        }
    }

    /** The client is closing (L-13): the holder is told, and the lease goes on for the grace. */
    void announceClosing(LeaseLoss loss) {
        if (fate.announce(loss)) {
            callListeners(loss);
        }
    }

    private void callListeners(LeaseLoss loss) {
        for (Consumer<? super LeaseLoss> listener : fate.takeListeners()) {
            core.callbacks.run(() -> listener.accept(loss));
        }
    }

    private LeaseLoss lossUnknown() {
        return grant.loss(dev.holdfast.lock.LossCause.EXPIRED, "");
    }

    @Override
    public String toString() {
        return "Lease[" + name() + ", token=" + token + ", " + fate.kind() + "]";
    }
}
