package dev.holdfast.memory;

import dev.holdfast.lock.Holder;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;

/** Who holds a name. Every mutable field is guarded by the table's lock. */
final class Grant {

    /** Nothing outlives this, so that deadlines never overflow: about 73 years. */
    private static final long MOST_NANOS = Long.MAX_VALUE / 4;

    final OwnerId owner;
    final long base;
    final Duration lease;
    final HolderDetails details;
    final Instant since;

    /** Ticker nanoseconds; never moves back (L-5). */
    long deadline;

    /** Given to a contender that has not come for it yet. */
    boolean offered;

    private Grant(AcquireRequest request, long base, Instant since) {
        this.owner = request.owner();
        this.base = base;
        this.lease = request.terms().lease();
        this.details = request.terms().holder();
        this.since = since;
    }

    static Grant held(AcquireRequest request, long base, Now now) {
        Grant grant = new Grant(request, base, now.wall());
        grant.deadline = now.nanos() + nanos(grant.lease);
        return grant;
    }

    static Grant offered(AcquireRequest request, long base, Now now, Duration atMost) {
        Grant grant = new Grant(request, base, now.wall());
        grant.offered = true;
        grant.deadline = now.nanos() + Math.min(nanos(grant.lease), nanos(atMost));
        return grant;
    }

    static long nanos(Duration duration) {
        return Math.min(Ticker.nanosOf(duration), MOST_NANOS);
    }

    boolean isOver(Now now) {
        return now.nanos() - deadline >= 0;
    }

    void extend(Now now, Duration length) {
        deadline = Math.max(0, now.nanos() + nanos(length) - deadline) + deadline;
    }

    Duration remaining(Now now) {
        return Duration.ofNanos(Math.max(0, deadline - now.nanos()));
    }

    Holder holder(Now now) {
        return new Holder(details.host(), details.pid(), details.application(), details.note(), since, remaining(now));
    }
}
