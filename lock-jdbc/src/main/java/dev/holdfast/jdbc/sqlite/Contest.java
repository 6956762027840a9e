package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.Holder;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges attempts. Not thread-safe: runs only as work of {@link SqliteSession}.
 *
 * <p>Invariants: (1) an owner that is over wins nothing (L-6); (2) an owner that has the row under a running lease gets
 * the same base again (L-2), one whose lease lapsed never a second one (F-2); (3) a base is minted only in the statement
 * that grants, above the row's last (F-1); (4) who takes the lock removes itself and all before it from the queue.
 */
final class Contest {

    private static final long SECOND = 1_000_000_000L;

    private final StoreClock clock;
    private final Owners owners;
    private final Watches watches;

    Contest(StoreClock clock, Owners owners, Watches watches) {
        this.clock = clock;
        this.owners = owners;
        this.watches = watches;
    }

    /** What an attempt is. */
    enum Kind {
        /** Without the queue. */
        TRY,
        /** Queues when it cannot have it. */
        JOIN,
        /** Queued before. */
        POLL
    }

    /** The one-statement attempt of a new owner; empty when the transaction has to judge. */
    Optional<AcquireReply> alone(Statements s, AcquireRequest request, Kind kind) throws SQLException {
        OwnerId owner = request.owner();
        if (owners.isOver(owner)) {
            return Optional.of(new AcquireReply.NotQueued());
        }
        if (owners.isKnown(owner)) {
            return Optional.empty();
        }
        owners.sent(owner, request.name(), lease(request));
        long base = firstTry(s, request);
        if (base != Statements.REFUSED) {
            return Optional.of(granted(s, request, base));
        }
        LockRow row = kind == Kind.TRY ? s.row(request.name()) : null;
        if (row != null && row.boot() == clock.boot() && row.isHeld(clock) && !row.ownedBy(owner)) {
            owners.refused(owner);
            return Optional.of(new AcquireReply.Busy(holder(row), row.remaining(clock)));
        }
        return Optional.empty();
    }

    private long firstTry(Statements s, AcquireRequest request) throws SQLException {
        try {
            return s.acquire(request);
        } catch (SQLException e) {
            if (!SqliteErrors.isUnknown(e)) {
                owners.refused(request.owner());
            }
            throw e;
        }
    }

    /** Still waiting, by a look without the write lock; empty when the transaction has something to do. */
    Optional<AcquireReply> glance(Statements s, AcquireRequest request) throws SQLException {
        OwnerId owner = request.owner();
        if (owners.isOver(owner)) {
            return Optional.of(new AcquireReply.NotQueued());
        }
        Sight sight = Sight.of(s, watches, request.name(), owner);
        Contender entry = sight.entry();
        boolean idle = entry != null && sight.left() > 0 && !entry.wantsRefresh(clock);
        return idle ? Optional.of(busy(sight, request)) : Optional.empty();
    }

    /** The whole judgement; inside a transaction. */
    AcquireReply judge(Statements s, AcquireRequest request, Kind kind) throws SQLException {
        OwnerId owner = request.owner();
        if (owners.isOver(owner)) {
            return new AcquireReply.NotQueued();
        }
        Sight sight = Sight.of(s, watches, request.name(), owner);
        LockRow row = sight.row();
        if (row != null && row.ownedBy(owner) && s.renew(request.name(), owner, lease(request))) {
            return granted(s, request, row.base());
        }
        boolean lapsed = owners.isGranted(owner) || (row != null && row.ownedBy(owner));
        if (lapsed || (kind == Kind.POLL && sight.entry() == null)) {
            s.then(() -> owners.over(owner));
            return new AcquireReply.NotQueued();
        }
        return sight.left() <= 0 ? take(s, request, sight) : refuse(s, request, sight, kind);
    }

    private AcquireReply take(Statements s, AcquireRequest request, Sight sight) throws SQLException {
        long base = s.take(request);
        if (!sight.queue().isEmpty()) {
            Contender entry = sight.entry();
            s.pass(request.name(), entry == null ? Long.MAX_VALUE : entry.arrival());
        }
        return granted(s, request, base);
    }

    private AcquireReply refuse(Statements s, AcquireRequest request, Sight sight, Kind kind) throws SQLException {
        OwnerId owner = request.owner();
        Contender entry = sight.entry();
        if (entry != null) {
            if (entry.wantsRefresh(clock)) {
                s.confirm(request.name(), entry.arrival());
            }
        } else if (kind == Kind.JOIN) {
            s.join(request.name(), owner, lease(request));
            s.then(() -> owners.queued(owner, request.name()));
        } else {
            s.then(() -> owners.refused(owner));
        }
        return kind == Kind.TRY
                ? new AcquireReply.Busy(holder(sight.row()), Duration.ofNanos(sight.left()))
                : busy(sight, request);
    }

    private AcquireReply granted(Statements s, AcquireRequest request, long base) {
        s.then(() -> owners.granted(request.owner(), request.name(), lease(request)));
        return new AcquireReply.Granted(base, 0, request.terms().lease());
    }

    /** Queued: the next look comes when its turn may have come, at the latest when the entry wants confirming. */
    private AcquireReply busy(Sight sight, AcquireRequest request) {
        long confirm = Math.max(SECOND, Math.min(10 * SECOND, lease(request) / 3));
        return new AcquireReply.Busy(
                holder(sight.row()), Duration.ofNanos(Math.max(0, Math.min(sight.left(), confirm))));
    }

    /** Why the owner does not hold the name; from now on it is over. */
    ReleaseReply.NotOwner lost(Statements s, GrantRef grant) throws SQLException {
        OwnerId owner = grant.owner();
        Optional<String> reason = s.forced(grant.name(), owner);
        LockRow row = s.row(grant.name());
        boolean had = owners.isGranted(owner) || grant.base() > 0;
        if (reason.isPresent() || had) {
            s.then(() -> owners.over(owner));
        } else {
            s.then(() -> owners.released(owner)); // its acquire may still be on the way
        }
        if (reason.isPresent()) {
            return new ReleaseReply.NotOwner(LossCause.FORCED, reason.get());
        }
        boolean forgot = row == null || row.base() < grant.base() || !had;
        return forgot
                ? new ReleaseReply.NotOwner(LossCause.STORE_FORGOT, "")
                : new ReleaseReply.NotOwner(LossCause.EXPIRED, "");
    }

    private @Nullable Holder holder(@Nullable LockRow row) {
        return row == null || !row.isHeld(clock) ? null : describe(row);
    }

    Holder describe(LockRow row) {
        var d = row.details();
        return new Holder(
                d.host(), d.pid(), d.application(), d.note(), StoreClock.instant(row.since()), row.remaining(clock));
    }

    private static long lease(AcquireRequest request) {
        return Ticker.nanosOf(request.terms().lease());
    }
}
