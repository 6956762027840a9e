package dev.holdfast.lock;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything this library throws on its own account. Data is in typed accessors, never in the message only.
 * The texts are listed in docs/errors.md with cause and remedy.
 */
public abstract class HoldfastException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** For the leaves only: the code, a text in the house style, and the cause where there is one. */
    protected HoldfastException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The stable code of this error, as in docs/errors.md. */
    public final ErrorCode code() {
        return code;
    }

    /** Whether the call may have taken effect at the store. */
    public final Effect effect() {
        return code.effect();
    }
}
