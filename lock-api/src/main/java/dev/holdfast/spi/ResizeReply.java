package dev.holdfast.spi;

import dev.holdfast.lock.LossCause;

/** What became of a resize (downgrade or upgrade of a share). */
public sealed interface ResizeReply {

    /** Done; an upgrade carries a new base, a downgrade the old one. */
    record Resized(long base) implements ResizeReply {}

    /** Others hold what the upgrade needs. Nothing changed. */
    record Busy() implements ResizeReply {}

    /** A counter at or below the last one was refused: a delayed duplicate. Nothing changed. */
    record Stale() implements ResizeReply {}

    /** The owner does not hold the name. */
    record NotOwner(LossCause cause, String detail) implements ResizeReply {}

    /** Sent, reply unknown. */
    record Indeterminate(Throwable cause) implements ResizeReply {}

    /** The store has no such thing; its capabilities say so. */
    record Unsupported() implements ResizeReply {}
}
