package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReconcileReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Ticket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The lock side on one SQLite file. Thread-safe.
 *
 * <p>An uncontended acquire is one statement, and so is a release. Whatever has to be judged (a queue, a resend, a holder
 * under another clock) is judged by {@link Contest} in one immediate transaction. Nothing foreign is called under the
 * session's lock.
 */
final class SqliteLockStore implements LockStore {

    private static final Duration LEAST_WITHIN = Duration.ofMillis(20);
    private static final int COMMANDS_PER_LEASE = 6;

    private final String client;
    private final SqliteSession session;
    private final Owners owners;
    private final Contest contest;
    private final Poller poller;
    private final Purge purge;

    SqliteLockStore(String client, SqliteSession session, Owners owners, Contest contest, Poller poller, Purge purge) {
        this.client = client;
        this.session = session;
        this.owners = owners;
        this.contest = contest;
        this.poller = poller;
        this.purge = purge;
    }

    @Override
    public Capabilities capabilities() {
        return SqliteDatabase.CAPABILITIES;
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        return acquire(request, Contest.Kind.TRY);
    }

    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        return ticket(request, acquire(request, Contest.Kind.JOIN), wake);
    }

    private SqliteTicket ticket(AcquireRequest request, AcquireReply reply, Runnable wake) {
        SqliteTicket ticket = new SqliteTicket(this, request, reply, wake);
        watch(ticket, reply);
        return ticket;
    }

    private void watch(SqliteTicket ticket, AcquireReply reply) {
        if (reply instanceof AcquireReply.Busy busy) {
            poller.add(ticket, Ticker.nanosOf(busy.retryAfter()));
        } else {
            poller.remove(ticket.request.owner());
        }
    }

    private AcquireReply acquire(AcquireRequest request, Contest.Kind kind) {
        requireMutex(request.share());
        Duration within = request.terms().answerWithin();
        try {
            Optional<AcquireReply> fast = session.call(within, s -> contest.alone(s, request, kind));
            AcquireReply reply =
                    fast.isPresent() ? fast.get() : session.transaction(within, s -> contest.judge(s, request, kind));
            if (reply instanceof AcquireReply.Granted) {
                purge.afterGrant();
            }
            return reply;
        } catch (SqliteFailure failure) {
            return failed(failure);
        }
    }

    /** Takes the lock when its time has come, else confirms the entry when that is worth a write. */
    AcquireReply poll(SqliteTicket ticket, Duration within) {
        AcquireRequest request = ticket.request;
        AcquireReply reply;
        try {
            Optional<AcquireReply> waiting = session.call(within, s -> contest.glance(s, request));
            reply = waiting.isPresent()
                    ? waiting.get()
                    : session.transaction(within, s -> contest.judge(s, request, Contest.Kind.POLL));
        } catch (SqliteFailure failure) {
            return failed(failure);
        }
        watch(ticket, reply);
        return reply;
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        Duration within = grants.stream()
                .map(SqliteLockStore::within)
                .min(Duration::compareTo)
                .orElse(LEAST_WITHIN);
        try {
            return session.transaction(within, s -> {
                List<RenewReply> replies = new ArrayList<>(grants.size());
                for (GrantRef grant : grants) {
                    replies.add(renew(s, grant));
                }
                return replies;
            });
        } catch (SqliteFailure failure) {
            return failure.isGone()
                    ? Collections.nCopies(grants.size(), new RenewReply.NotOwner(LossCause.STORE_FORGOT, text(failure)))
                    : LockStore.allIndeterminate(grants, cause(failure));
        }
    }

    /** A poisoned entry fails alone; where SQLite ended the transaction with it, the commit fails and so do all. */
    private RenewReply renew(Statements s, GrantRef grant) {
        try {
            if (s.renew(grant.name(), grant.owner(), Ticker.nanosOf(grant.lease()))) {
                s.then(() -> owners.granted(grant.owner(), grant.name(), Ticker.nanosOf(grant.lease())));
                return new RenewReply.Renewed(grant.lease());
            }
            ReleaseReply.NotOwner lost = contest.lost(s, grant);
            return new RenewReply.NotOwner(lost.cause(), lost.detail());
        } catch (SQLException | RuntimeException poisoned) {
            s.discard();
            return new RenewReply.Indeterminate(poisoned);
        }
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        try {
            ReleaseReply reply = session.call(within(grant), s -> release(s, grant));
            ended(grant, reply);
            return reply;
        } catch (SqliteFailure failure) {
            return new ReleaseReply.Indeterminate(cause(failure));
        }
    }

    private ReleaseReply release(Statements s, GrantRef grant) throws SQLException {
        OwnerId owner = grant.owner();
        if (owners.isReleased(owner)) {
            return new ReleaseReply.AlreadyReleased();
        }
        boolean queued = owners.isQueued(owner);
        boolean found = queued ? s.leave(grant.name(), owner) : s.release(grant.name(), owner);
        if (found || queued) {
            s.then(() -> owners.released(owner));
            return new ReleaseReply.Released();
        }
        return contest.lost(s, grant);
    }

    private void ended(GrantRef grant, ReleaseReply reply) {
        poller.remove(grant.owner());
        if (reply instanceof ReleaseReply.Released) {
            Neighbours.changed(session.file, grant.name());
        }
    }

    @Override
    public ReleaseAndEnqueue releaseAndEnqueue(GrantRef grant, AcquireRequest request, Runnable wake) {
        requireMutex(request.share());
        try {
            var both = session.transaction(request.terms().answerWithin(), s -> {
                ReleaseReply released = release(s, grant);
                return new Both(released, contest.judge(s, request, Contest.Kind.JOIN));
            });
            ended(grant, both.released);
            return new ReleaseAndEnqueue(both.released, ticket(request, both.reply, wake));
        } catch (SqliteFailure failure) {
            if (!failure.isUnknown() && !failure.isBusy()) {
                return LockStore.super.releaseAndEnqueue(grant, request, wake); // so that the release counts alone
            }
            return new ReleaseAndEnqueue(
                    new ReleaseReply.Indeterminate(cause(failure)), ticket(request, failed(failure), wake));
        }
    }

    private record Both(ReleaseReply released, AcquireReply reply) {}

    @Override
    public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        try {
            int dropped = session.transaction(LEAST_WITHIN.multipliedBy(10), s -> {
                int found = 0;
                for (Owners.Left left : owners.left(client, upTo, live)) {
                    boolean held = s.release(left.name(), left.owner());
                    boolean queued = s.leave(left.name(), left.owner());
                    found += held || queued ? 1 : 0;
                    s.then(() -> owners.over(left.owner()));
                }
                return found;
            });
            return new ReconcileReply.Done(dropped);
        } catch (SqliteFailure failure) {
            return new ReconcileReply.Indeterminate(cause(failure));
        }
    }

    private static AcquireReply failed(SqliteFailure failure) {
        return failure.isUnknown()
                ? new AcquireReply.Indeterminate(cause(failure))
                : new AcquireReply.Unavailable(cause(failure));
    }

    private static StoreUnavailableException cause(SqliteFailure failure) {
        return new StoreUnavailableException(text(failure), failure.getCause());
    }

    private static String text(SqliteFailure failure) {
        return String.valueOf(failure.getMessage());
    }

    private static Duration within(GrantRef grant) {
        Duration sixth = grant.lease().dividedBy(COMMANDS_PER_LEASE);
        return sixth.compareTo(LEAST_WITHIN) < 0 ? LEAST_WITHIN : sixth;
    }

    private static void requireMutex(Share share) {
        if (!share.isMutex()) {
            Capability missing = share.mode() == Share.Mode.PERMITS ? Capability.PERMITS : Capability.READ_WRITE;
            throw new UnsupportedByStoreException(
                    "store lacks a capability: missing=[" + missing + "], scheme=jdbc:sqlite", Set.of(missing.name()));
        }
    }
}
