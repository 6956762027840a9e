package dev.holdfast.redis;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A command that gave no usable reply. Internal; whoever catches it makes a typed reply of it. */
final class RedisFailure extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    /** How far it came. */
    enum Kind {
        /** Not sent: no effect. */
        NOT_SENT,
        /** Sent, no reply: it may have taken effect, now or later. */
        NO_REPLY,
        /** The server answered with an error. The scripts fail before their first effect, or not at all. */
        REFUSED
    }

    private final Kind kind;

    RedisFailure(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /** The text; never null. */
    String text() {
        return String.valueOf(getMessage());
    }
}
