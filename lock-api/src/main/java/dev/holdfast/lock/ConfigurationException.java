package dev.holdfast.lock;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A store cannot be opened as configured: unknown scheme, malformed URI, missing driver. Nothing was sent. */
public final class ConfigurationException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The message names the value and the remedy. */
    public ConfigurationException(String message) {
        this(message, null);
    }

    /** The message names the value and the remedy. */
    public ConfigurationException(String message, @Nullable Throwable cause) {
        super(ErrorCode.BAD_CONFIGURATION, message, cause);
    }
}
