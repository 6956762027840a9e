package dev.holdfast;

import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.ReleaseResult;
import java.time.Duration;

/** Something that happened to one lock of one client. Immutable. */
public interface HoldfastEvent {

    /** The lock's name. */
    String name();

    /**
     * A lease was given out.
     *
     * @param waited how long the caller waited
     * @param handedOver whether it came from another lease of this client, without a round trip
     */
    record Acquired(String name, FencingToken token, Duration waited, boolean handedOver) implements HoldfastEvent {}

    /** An acquire was refused. */
    record NotAcquired(String name, RefusalReason reason, Duration waited) implements HoldfastEvent {}

    /**
     * A lease was given up.
     *
     * @param held how long it was held
     */
    record Released(String name, FencingToken token, ReleaseResult result, Duration held) implements HoldfastEvent {}

    /** A lease was lost. */
    record Lost(String name, FencingToken token, LeaseLoss loss) implements HoldfastEvent {}

    /** A renewal did not get through; it is retried until the local deadline. */
    record RenewalFailed(String name, Throwable cause) implements HoldfastEvent {}

    /** What an abandoned attempt left at the store was undone, or will lapse within one lease. */
    record Abandoned(String name, String owner) implements HoldfastEvent {}
}
