package dev.holdfast.spi;

import dev.holdfast.lock.LossCause;
import java.time.Duration;

/** What became of one renewal. */
public sealed interface RenewReply {

    /**
     * Held on.
     *
     * @param lease for how long, counted from before this request was sent
     */
    record Renewed(Duration lease) implements RenewReply {}

    /**
     * The owner does not hold the name: the lease is lost, definitely.
     *
     * @param cause as far as the store knows
     * @param detail one line, may be empty (for a forced release: the operator's reason)
     */
    record NotOwner(LossCause cause, String detail) implements RenewReply {}

    /** No reply, or the store did not work; the grant may or may not have been extended. */
    record Indeterminate(Throwable cause) implements RenewReply {}
}
