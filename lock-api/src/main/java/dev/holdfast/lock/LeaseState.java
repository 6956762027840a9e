package dev.holdfast.lock;

/** What is known about a lease at this moment. */
public enum LeaseState {
    /** Confirmed by the store, and the local deadline has not passed. */
    HELD,
    /** The machine seems to have slept, or the session is suspended: the store has to confirm it again. */
    UNCERTAIN,
    /** Given up by its holder. */
    RELEASED,
    /** The right ended before release. */
    LOST
}
