package dev.holdfast.memory;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;

/** A place in the queue; all state is in the table. Immutable. */
record MemoryTicket(MemoryLockStore store, AcquireRequest request, AcquireReply reply) implements Ticket {

    @Override
    public AcquireReply poll(Duration answerWithin) {
        return store.poll(request);
    }

    @Override
    public ReleaseReply abandon() {
        return store.release(
                new GrantRef(request.name(), request.owner(), 0, request.terms().lease()));
    }
}
