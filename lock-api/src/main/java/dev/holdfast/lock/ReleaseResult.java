package dev.holdfast.lock;

/** What {@link Lease#release()} did. */
public enum ReleaseResult {
    /** This call gave the lock up. */
    RELEASED,
    /** It had been given up before. */
    ALREADY_RELEASED,
    /** The right had ended before; nobody else's lock was touched (L-3). */
    LOST,
    /** The store did not answer. It is released in the background, or lapses within one lease. */
    UNKNOWN
}
