package dev.holdfast.internal;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Tokens;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Checks what stores answer, once, at the edge: a store that breaks its contract must not break the engine. What makes no sense
 * is treated as indeterminate, and so is undone.
 */
final class Replies {

    private Replies() {}

    static AcquireReply checked(@Nullable AcquireReply reply) {
        boolean sane = reply != null;
        if (reply instanceof AcquireReply.Granted granted) {
            sane = granted.base() >= 1 && granted.base() <= Tokens.MAX_BASE && isLength(granted.lease());
        } else if (reply instanceof AcquireReply.Busy busy) {
            sane = busy.retryAfter() != null && !busy.retryAfter().isNegative();
        }
        return sane && reply != null ? reply : new AcquireReply.Indeterminate(broken(reply));
    }

    static RenewReply checked(@Nullable RenewReply reply) {
        boolean sane = reply != null && !(reply instanceof RenewReply.Renewed renewed && !isLength(renewed.lease()));
        return sane && reply != null ? reply : new RenewReply.Indeterminate(broken(reply));
    }

    private static boolean isLength(@Nullable Duration lease) {
        return lease != null && !lease.isNegative() && !lease.isZero();
    }

    private static IllegalStateException broken(@Nullable Object reply) {
        return new IllegalStateException("store broke its contract: reply=" + reply);
    }
}
