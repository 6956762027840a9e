package dev.holdfast.lock;

import java.io.Serial;

/** The calling flow already holds this lock in a loan form, so that waiting for it could never end. Nothing was sent. */
public final class SelfDeadlockException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String name;

    /** Names the lock. */
    public SelfDeadlockException(String name) {
        super(
                ErrorCode.SELF_DEADLOCK,
                "self-deadlock: this thread runs inside a lease of the lock it asks for: name=\"" + name
                        + "\"; locks are not re-entrant, use the lease at hand or asLock()",
                null);
        this.name = name;
    }

    /** The lock's name. */
    public String name() {
        return name;
    }
}
