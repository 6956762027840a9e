package dev.holdfast.spi;

/** A contender's place in the store's queue for one owner id. Calls on one ticket do not overlap. */
public interface Ticket {

    /** The reply to the enqueue itself: {@code Granted}, or {@code Busy} for queued, or why it is not known. */
    AcquireReply reply();

    /**
     * Asks again: takes what has been offered, refreshes the entry, never creates one. At most one round trip.
     *
     * @param answerWithin a bound on the reply, as in {@link AcquireRequest.Terms#answerWithin()}
     */
    AcquireReply poll(java.time.Duration answerWithin);

    /**
     * Leaves the queue and undoes a grant that was won in the race; afterwards this owner can never win (L-6). At most
     * one round trip. An indeterminate reply is followed up by the engine.
     */
    ReleaseReply abandon();
}
