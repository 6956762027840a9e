package dev.holdfast.spi;

import dev.holdfast.lock.LossCause;

/** What became of one release. */
public sealed interface ReleaseReply {

    /** The owner held it and holds it no more. */
    record Released() implements ReleaseReply {}

    /** This owner had released it before. */
    record AlreadyReleased() implements ReleaseReply {}

    /** The owner did not hold it; nothing was touched. */
    record NotOwner(LossCause cause, String detail) implements ReleaseReply {}

    /** No reply, or the store did not work. Sending it again is safe. */
    record Indeterminate(Throwable cause) implements ReleaseReply {}
}
