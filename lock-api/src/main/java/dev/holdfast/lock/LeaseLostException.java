package dev.holdfast.lock;

import java.io.Serial;

/** The lease ended before its release: what its holder did afterwards was not exclusive. */
public final class LeaseLostException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String name;
    private final LeaseLoss loss;

    /** Names the lock and how it was lost. */
    public LeaseLostException(String name, LeaseLoss loss) {
        super(ErrorCode.LEASE_LOST, text(name, loss), null);
        this.name = name;
        this.loss = loss;
    }

    /** The one text for a loss: exception, event and log line say the same. */
    public static String text(String name, LeaseLoss loss) {
        String detail = loss.detail().isEmpty() ? "" : ", detail=" + loss.detail();
        return "lease lost: name=\"" + name + "\", cause=" + loss.cause() + ", at=" + loss.at() + ", lastRenewal="
                + loss.lastRenewal() + detail;
    }

    /** The lock's name. */
    public String name() {
        return name;
    }

    /** How it was lost. */
    public LeaseLoss loss() {
        return loss;
    }
}
