package dev.holdfast.testkit.servers;

import java.io.Serial;

/** An error reply of the server: its text. */
public final class RespException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    RespException(String text) {
        super(text);
    }
}
