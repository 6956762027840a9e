package dev.holdfast.lock;

import java.io.Serial;
import java.time.Duration;

/** The lock was not acquired within the wait; this attempt can never win later. */
public final class LockRefusedException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Refused refused;

    /** Wraps the refusal. */
    public LockRefusedException(Refused refused) {
        super(ErrorCode.LOCK_REFUSED, text(refused), null);
        this.refused = refused;
    }

    private static String text(Refused refused) {
        String held = refused.holder().map(h -> ", holder=" + h.describe()).orElse("");
        return "lock not acquired: name=\"" + refused.name() + "\", reason=" + refused.reason() + ", waited="
                + refused.waited() + held;
    }

    /** The whole refusal. */
    public Refused refused() {
        return refused;
    }

    /** The name asked for. */
    public String name() {
        return refused.name();
    }

    /** How long the caller waited. */
    public Duration waited() {
        return refused.waited();
    }
}
