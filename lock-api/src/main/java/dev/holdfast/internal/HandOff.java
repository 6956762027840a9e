package dev.holdfast.internal;

import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * Passing a grant to the next waiter of this client: at first, and again at each release without a round trip, with the next
 * token of the grant's block. Callers hold the queue's lock.
 *
 * <p>Bounded by count and by time whether or not other clients are known to wait, so that they get their share and the token
 * block never runs out; only between equal lease lengths, never while uncertain, and only while at least half of the lease is
 * left, so that no heir starts with less.
 */
final class HandOff {

    private HandOff() {}

    /** Whether the grant may go on to this waiter instead of back to the store. */
    static boolean allowed(Core core, Grant grant, @Nullable Waiter next) {
        if (next == null || core.queues.closed() || grant.ended() || !grant.options.renewed()) {
            return false;
        }
        long now = core.now();
        boolean sameTerms = next.options.renewed() && !next.options.fair() && !grant.options.fair();
        boolean inBounds = grant.served < Math.min(core.config.handOffLeases(), Tokens.LEASES_PER_GRANT)
                && now - grant.grantedAt < Ticker.nanosOf(core.config.handOffTime());
        boolean fresh = grant.left(now) >= Ticker.nanosOf(grant.options.lease()) / 2;
        return sameTerms && inBounds && fresh && !grant.uncertain();
    }

    /** Offers the grant to the first waiter that takes it and that it suits; null when there is none. */
    static @Nullable Waiter offer(Core core, Grant grant, WaiterList waiters, AfterSection after) {
        long now = core.now();
        while (!grant.expired(now) && !grant.ended()) {
            Waiter next = waiters.first();
            if (next == null || !suits(grant, next)) {
                return null;
            }
            waiters.leave(next);
            if (next.decided()) {
                continue;
            }
            LeaseImpl lease = new LeaseImpl(core, grant, grant.nextToken(), next.options.lossPolicy());
            grant.serve(lease);
            if (next.offer(lease)) {
                after.tellLoss(grant, lease);
                return next;
            }
            grant.served--;
        }
        return null;
    }

    private static boolean suits(Grant grant, Waiter next) {
        return next.options.lease().equals(grant.options.lease())
                && next.options.renewed() == grant.options.renewed()
                && (grant.served == 0 || !next.options.fair())
                && grant.nextToken() > next.options.tokenFloor();
    }
}
