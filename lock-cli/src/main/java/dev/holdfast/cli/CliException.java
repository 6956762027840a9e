package dev.holdfast.cli;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Ends the command with an error of its own; the message is in the house style. */
public final class CliException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final CliError error;

    /** The kind and the text. */
    public CliException(CliError error, String message) {
        this(error, message, null);
    }

    /** The kind, the text and what led to it. */
    public CliException(CliError error, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.error = error;
    }

    /** The kind. */
    public CliError error() {
        return error;
    }
}
