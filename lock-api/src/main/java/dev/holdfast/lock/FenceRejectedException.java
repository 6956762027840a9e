package dev.holdfast.lock;

import java.io.Serial;

/** The guarded resource has seen a higher fencing token: the caller is no longer the holder. Nothing was written. */
public final class FenceRejectedException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String resource;
    private final FencingToken token;
    private final FencingToken highest;

    /** Names the resource, the rejected token and the highest one seen. */
    public FenceRejectedException(String resource, FencingToken token, FencingToken highest) {
        super(
                ErrorCode.FENCE_REJECTED,
                "fencing token rejected: resource=\"" + resource + "\", token=" + token + ", highest=" + highest
                        + "; stop, another holder has entered",
                null);
        this.resource = resource;
        this.token = token;
        this.highest = highest;
    }

    /** The guarded resource. */
    public String resource() {
        return resource;
    }

    /** The token that was rejected. */
    public FencingToken token() {
        return token;
    }

    /** The highest token that the resource has seen. */
    public FencingToken highest() {
        return highest;
    }
}
