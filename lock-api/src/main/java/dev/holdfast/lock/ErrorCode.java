package dev.holdfast.lock;

/** One constant per kind of error, with a row each in docs/errors.md. Constants are added, never renamed. */
public enum ErrorCode {
    /** An argument is outside its range; refused before any traffic. */
    INVALID_INPUT(Effect.NO),
    /** The URI, an option or the class path does not allow a store to be opened. */
    BAD_CONFIGURATION(Effect.NO),
    /** The store lacks a capability that was asked for. */
    UNSUPPORTED_BY_STORE(Effect.NO),
    /** The lock was not acquired. */
    LOCK_REFUSED(Effect.NO),
    /** The flow waits for a lock that it holds itself. */
    SELF_DEADLOCK(Effect.NO),
    /** The lease ended before its release. */
    LEASE_LOST(Effect.YES),
    /** The lease has to be confirmed by the store again. */
    LEASE_UNCERTAIN(Effect.UNKNOWN),
    /** The store cannot be reached or refuses to work; the request did not take effect. */
    STORE_UNAVAILABLE(Effect.NO),
    /** The request was sent and its reply is unknown. */
    INDETERMINATE(Effect.UNKNOWN),
    /** The client was closed. */
    CLIENT_CLOSED(Effect.NO),
    /** The guarded resource has seen a higher token. */
    FENCE_REJECTED(Effect.NO);

    private final Effect effect;

    ErrorCode(Effect effect) {
        this.effect = effect;
    }

    /** Whether a call that ended in this error may have taken effect. */
    public Effect effect() {
        return effect;
    }
}
