package dev.holdfast.lock;

/** Why an acquire was refused. */
public enum RefusalReason {
    /** Another grant holds the name, and the call does not wait. */
    HELD,
    /** The wait ended first. */
    TIMED_OUT,
    /** More waiters than the client allows for one name or in all; nothing was sent to the store. */
    QUEUE_FULL,
    /** The calling flow holds this very lock, so that waiting could never end; nothing was sent to the store. */
    SELF_DEADLOCK
}
