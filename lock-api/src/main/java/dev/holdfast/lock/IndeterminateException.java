package dev.holdfast.lock;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The request was sent and its reply is unknown. An acquire that ends so is undone in the background; at the latest it
 * lapses within one lease.
 */
public final class IndeterminateException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String name;

    /** Names the lock. */
    public IndeterminateException(String message, String name, @Nullable Throwable cause) {
        super(ErrorCode.INDETERMINATE, message, cause);
        this.name = name;
    }

    /** The lock's name. */
    public String name() {
        return name;
    }
}
