package dev.holdfast.lock;

import java.io.Serial;

/** The client was closed before or while the call waited. Nothing is held by this call. */
public final class ClientClosedException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Names the client. */
    public ClientClosedException(String client) {
        super(ErrorCode.CLIENT_CLOSED, "client is closed: client=" + client + "; open a new one", null);
    }
}
