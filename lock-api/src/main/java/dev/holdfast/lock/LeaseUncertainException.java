package dev.holdfast.lock;

import java.io.Serial;

/** The lease may or may not be held: the machine seems to have slept, or the session is suspended. */
public final class LeaseUncertainException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String name;

    /** Names the lock. */
    public LeaseUncertainException(String name) {
        super(
                ErrorCode.LEASE_UNCERTAIN,
                "lease is uncertain until the store confirms it again: name=\"" + name
                        + "\"; stop work or ask again shortly",
                null);
        this.name = name;
    }

    /** The lock's name. */
    public String name() {
        return name;
    }
}
