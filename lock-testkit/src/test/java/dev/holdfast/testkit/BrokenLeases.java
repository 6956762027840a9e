package dev.holdfast.testkit;

import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.Ticker;
import java.time.Instant;
import java.util.function.Consumer;

/** Leases with one mistake each. */
final class BrokenLeases {

    private BrokenLeases() {}

    /** A flag that the acquire sets and the release clears. */
    static final class HeldFlag extends ForwardingLease {
        HeldFlag(Lease target) {
            super(target);
        }

        @Override
        public boolean isHeld() {
            return state() != LeaseState.RELEASED;
        }
    }

    /** Ends at a time of the client's wall clock. */
    static final class WallClockEnd extends ForwardingLease {
        private final Ticker clocks;
        private final Instant end;

        WallClockEnd(Lease target, Ticker clocks) {
            super(target);
            this.clocks = clocks;
            this.end = clocks.wallTime().plus(target.remaining());
        }

        @Override
        public boolean isHeld() {
            return super.isHeld()
                    || (state() == LeaseState.LOST && clocks.wallTime().isBefore(end));
        }
    }

    /** Keeps no listeners. */
    static final class Untold extends ForwardingLease {
        Untold(Lease target) {
            super(target);
        }

        @Override
        public void onLost(Consumer<? super LeaseLoss> listener) {}
    }

    /** Two timers that both find the loss. */
    static final class ToldTwice extends ForwardingLease {
        ToldTwice(Lease target) {
            super(target);
        }

        @Override
        public void onLost(Consumer<? super LeaseLoss> listener) {
            super.onLost(listener);
            super.onLost(listener);
        }
    }

    /** "There is nothing to release" is as good as released. */
    static final class LossIgnored extends ForwardingLease {
        LossIgnored(Lease target) {
            super(target);
        }

        @Override
        public ReleaseResult release() {
            ReleaseResult result = super.release();
            return result == ReleaseResult.LOST ? ReleaseResult.RELEASED : result;
        }

        @Override
        public void close() {
            ReleaseResult unused = release();
        }
    }

    /** Clears an interrupt so that it does not disturb the driver, and forgets it. */
    static final class EatsTheFlag extends ForwardingLease {
        EatsTheFlag(Lease target) {
            super(target);
        }

        @Override
        public ReleaseResult release() {
            Thread.interrupted();
            return super.release();
        }

        @Override
        public void close() {
            Thread.interrupted();
            super.close();
        }
    }

    /** The driver refuses to work in an interrupted thread, and nobody looks at that. */
    static final class NotSentWhenInterrupted extends ForwardingLease {
        NotSentWhenInterrupted(Lease target) {
            super(target);
        }

        @Override
        public ReleaseResult release() {
            return Thread.currentThread().isInterrupted() ? ReleaseResult.RELEASED : super.release();
        }

        @Override
        public void close() {
            if (!Thread.currentThread().isInterrupted()) {
                super.close();
            }
        }
    }

    /** A token of the client's own counting. */
    static final class OwnToken extends ForwardingLease {
        private final FencingToken token;

        OwnToken(Lease target, long token) {
            super(target);
            this.token = new FencingToken(token);
        }

        @Override
        public FencingToken fencingToken() {
            return token;
        }
    }
}
