package dev.holdfast.spi;

import dev.holdfast.lock.Holder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one attempt to acquire came to. */
public sealed interface AcquireReply {

    /**
     * The owner holds the name.
     *
     * @param base the token base, at most {@link Tokens#MAX_BASE}, above every earlier base of the name (F-1); a resend by
     *     the same owner gets the same one
     * @param slot the numbered permit, zero where none was asked for
     * @param lease how long it is held, counted from before this request was sent
     */
    record Granted(long base, int slot, Duration lease) implements AcquireReply {}

    /**
     * Somebody else holds it; for a {@link Ticket}: the owner is queued.
     *
     * @param holder who, where the store knows
     * @param retryAfter when another attempt or poll is worth a call even without a wake
     */
    record Busy(@Nullable Holder holder, Duration retryAfter) implements AcquireReply {}

    /** The owner is not in the queue (its entry was dropped) or may never win again; go on under a new owner id. */
    record NotQueued() implements AcquireReply {}

    /** Sent, reply unknown. */
    record Indeterminate(Throwable cause) implements AcquireReply {}

    /** It did not take effect: the store is unreachable or refuses to work. */
    record Unavailable(Throwable cause) implements AcquireReply {}
}
