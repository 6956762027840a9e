package dev.holdfast.spi;

/** What became of a reconcile. */
public sealed interface ReconcileReply {

    /** Done; so many grants and queue entries of this client were dropped. */
    record Done(int dropped) implements ReconcileReply {}

    /** No reply, or the store did not work. Sending it again is safe. */
    record Indeterminate(Throwable cause) implements ReconcileReply {}

    /** The store has no index of a client's grants; the engine releases owner by owner instead. */
    record Unsupported() implements ReconcileReply {}
}
