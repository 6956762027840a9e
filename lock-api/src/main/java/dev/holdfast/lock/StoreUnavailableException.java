package dev.holdfast.lock;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The store cannot be reached or refuses to work. The request did not take effect. */
public final class StoreUnavailableException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The message names the store (without secrets) and the remedy. */
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(ErrorCode.STORE_UNAVAILABLE, message, cause);
    }
}
