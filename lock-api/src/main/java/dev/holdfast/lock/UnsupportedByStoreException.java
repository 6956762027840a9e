package dev.holdfast.lock;

import java.io.Serial;
import java.util.Set;

/** The store does not have what was asked for. Nothing was sent. */
public final class UnsupportedByStoreException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Set<String> missing;

    /** The message lists each missing capability, the store, and which schemes have it. */
    public UnsupportedByStoreException(String message, Set<String> missing) {
        super(ErrorCode.UNSUPPORTED_BY_STORE, message, null);
        this.missing = Set.copyOf(missing);
    }

    /** The names of the missing capabilities. */
    public Set<String> missing() {
        return missing;
    }
}
