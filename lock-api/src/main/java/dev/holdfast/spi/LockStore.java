package dev.holdfast.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The lock side of a store. See the package page for the conventions. Thread-safe. */
public interface LockStore {

    /** What this store can do as configured. Constant. */
    Capabilities capabilities();

    /** One attempt. Refused acquires may read the holder in a second statement. */
    AcquireReply tryAcquire(AcquireRequest request);

    /**
     * Acquires, or joins the store's queue, in one call.
     *
     * <p>A ticket whose reply is {@code Unavailable} or {@code NotQueued} is over, and so is one whose poll answers {@code
     * Granted} or {@code NotQueued}: the store forgets it by itself, with its wake and whatever else it keeps for it, for the
     * engine neither polls nor abandons it any more. It does abandon where an earlier reply of the same owner was missing.
     * Every other ticket is kept until it is abandoned.
     *
     * @param wake told whenever a poll is worth a call; it returns at once, may be called too often and from any thread,
     *     and is dropped when the ticket is over or abandoned
     */
    Ticket enqueue(AcquireRequest request, Runnable wake);

    /**
     * Renews grants of one shard, at most {@link Capabilities#renewBatch()} of them; the reply has the same order and
     * length. One poisoned entry costs no other. Answers within a sixth of the shortest lease among them, at most 2 s: a late
     * answer is worth nothing.
     */
    List<RenewReply> renew(List<GrantRef> grants);

    /** Releases if the owner holds it. */
    ReleaseReply release(GrantRef grant);

    /**
     * Releases one grant and joins the queue under a new owner id, so that other clients have their turn: one call where
     * the store can. The release comes first and counts even if the second half fails.
     */
    default ReleaseAndEnqueue releaseAndEnqueue(GrantRef grant, AcquireRequest request, Runnable wake) {
        ReleaseReply released = release(grant);
        try {
            return new ReleaseAndEnqueue(released, enqueue(request, wake));
        } catch (RuntimeException broken) {
            return new ReleaseAndEnqueue(released, new LostTicket(this, request, broken));
        }
    }

    /** The ticket of an enqueue that threw: nobody knows whether it is queued. */
    record LostTicket(LockStore store, AcquireRequest request, Throwable cause) implements Ticket {
        @Override
        public AcquireReply reply() {
            return new AcquireReply.Indeterminate(cause);
        }

        @Override
        public AcquireReply poll(Duration answerWithin) {
            return new AcquireReply.NotQueued();
        }

        @Override
        public ReleaseReply abandon() {
            return store.release(new GrantRef(
                    request.name(), request.owner(), 0, request.terms().lease()));
        }
    }

    /** Both halves of {@link #releaseAndEnqueue}. */
    record ReleaseAndEnqueue(ReleaseReply released, Ticket ticket) {}

    /**
     * Changes the weight of a held share.
     *
     * @param counter rises with each resize of one grant; the store refuses any not above the last
     */
    default ResizeReply resize(GrantRef grant, Share to, long counter) {
        return new ResizeReply.Unsupported();
    }

    /** Grants of one shard share a fate: one node's trouble costs no other shard's leases. */
    default Object shardOf(String name) {
        return "";
    }

    /**
     * Drops what the client left in the store: grants and queue entries whose sequence is at most {@code upTo} and whose
     * owner id is not live.
     */
    default ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        return new ReconcileReply.Unsupported();
    }

    /** One {@code Indeterminate} per grant: for a renewal that failed as a whole. */
    static List<RenewReply> allIndeterminate(List<GrantRef> grants, Throwable cause) {
        List<RenewReply> replies = new ArrayList<>(grants.size());
        for (int i = 0; i < grants.size(); i++) {
            replies.add(new RenewReply.Indeterminate(cause));
        }
        return replies;
    }
}
