package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A place in the queue: the entry is in the file, here is who to wake. Thread-safe. */
final class SqliteTicket implements Ticket {

    final AcquireRequest request;

    /** When a look is due without any change in the file, on the store's clock. */
    volatile long due;

    private final SqliteLockStore store;
    private final AcquireReply reply;
    private final Runnable wake;
    private final AtomicBoolean woken = new AtomicBoolean();

    SqliteTicket(SqliteLockStore store, AcquireRequest request, AcquireReply reply, Runnable wake) {
        this.store = store;
        this.request = request;
        this.reply = reply;
        this.wake = wake;
    }

    @Override
    public AcquireReply reply() {
        return reply;
    }

    @Override
    public AcquireReply poll(Duration answerWithin) {
        woken.set(false);
        return store.poll(this, answerWithin);
    }

    @Override
    public ReleaseReply abandon() {
        return store.release(
                new GrantRef(request.name(), request.owner(), 0, request.terms().lease()));
    }

    /** Once for each poll. Called under no lock. */
    void wake() {
        if (woken.compareAndSet(false, true)) {
            wake.run();
        }
    }

    boolean isWoken() {
        return woken.get();
    }
}
