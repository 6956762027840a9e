package dev.holdfast.lock;

/** Why a lease ended before its release. */
public enum LossCause {
    /** Not renewed in time: the local deadline passed. */
    EXPIRED,
    /** An operator took it away. */
    FORCED,
    /** The store's session ended. */
    SESSION_ENDED,
    /** The store no longer knows the grant although its time was not up: data was lost or deleted. */
    STORE_FORGOT,
    /** The client is closing; renewals go on for the grace only. */
    CLOSED,
    /** The clocks show that this machine slept and the store did not confirm the lease afterwards. */
    CLOCK
}
