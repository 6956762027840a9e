package dev.holdfast.memory;

import dev.holdfast.lock.LossCause;
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
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lock side, as one client sees it. Thread-safe: every call is one critical section of the table. */
final class MemoryLockStore implements LockStore {

    static final Capabilities CAPABILITIES = new Capabilities(
            Set.of(
                    Capability.LEASE_PER_LOCK,
                    Capability.FAIR_QUEUE,
                    Capability.PUSH_WAKE_UP,
                    Capability.FORCE_RELEASE,
                    Capability.INSPECTION,
                    Capability.RECONCILE),
            Duration.ofMillis(1),
            Duration.ZERO,
            200);

    private static final Duration LEAST_REFRESH = Duration.ofSeconds(1);
    private static final Duration MOST_REFRESH = Duration.ofSeconds(10);

    private final LockTable table;
    private final Connection connection;

    MemoryLockStore(LockTable table, Connection connection) {
        this.table = table;
        this.connection = connection;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        return acquire(request, null);
    }

    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        return new MemoryTicket(this, request, acquire(request, wake));
    }

    private AcquireReply acquire(AcquireRequest request, @Nullable Runnable wake) {
        requireMutex(request.share());
        return table.locked((now, effects) -> {
            if (!connection.open) {
                return new AcquireReply.Unavailable(closed());
            }
            if (table.ledger.isOver(request.owner())) {
                return new AcquireReply.NotQueued();
            }
            NameRecord record = table.record(request.name(), now, effects);
            AcquireReply reply = attempt(record, request, now);
            if (reply instanceof AcquireReply.Busy && wake != null) {
                join(record, request, wake, now);
                record.settle(now, effects);
                return new AcquireReply.Busy(record.holder(now), refresh(request));
            }
            table.dropIfUnused(record, now);
            return reply;
        });
    }

    private static AcquireReply attempt(NameRecord record, AcquireRequest request, Now now) {
        if (record.isHeldBy(request.owner())) {
            return accept(record, request, now);
        }
        Grant held = record.grant;
        if (held != null) {
            return new AcquireReply.Busy(held.holder(now), held.remaining(now));
        }
        return record.grantTo(request, now)
                ? accept(record, request, now)
                : new AcquireReply.Unavailable(
                        new IllegalStateException("no token base left: name=\"" + record.name + "\""));
    }

    /** Takes up what was offered; for a resend, the same grant again (L-2). */
    private static AcquireReply accept(NameRecord record, AcquireRequest request, Now now) {
        Grant grant = java.util.Objects.requireNonNull(record.grant);
        grant.offered = false;
        grant.extend(now, request.terms().lease());
        return new AcquireReply.Granted(grant.base, 0, request.terms().lease());
    }

    private void join(NameRecord record, AcquireRequest request, Runnable wake, Now now) {
        Contender there = record.queue.get(request.owner());
        if (there == null) {
            record.queue.put(request.owner(), new Contender(request, connection, wake, now));
            table.ledger.live(request.owner(), record.name);
        } else {
            there.wake = wake;
            there.lastSeen = now.nanos();
        }
    }

    /** Takes up an offer or refreshes the entry; never creates one (L-6). */
    AcquireReply poll(AcquireRequest request) {
        return table.locked((now, effects) -> {
            if (!connection.open) {
                return new AcquireReply.Unavailable(closed());
            }
            NameRecord record = table.records.get(request.name());
            if (record == null || table.ledger.isOver(request.owner())) {
                return new AcquireReply.NotQueued();
            }
            Contender queued = record.queue.get(request.owner());
            if (queued != null) {
                queued.lastSeen = now.nanos();
            }
            record.settle(now, effects);
            if (record.isHeldBy(request.owner())) {
                return accept(record, request, now);
            }
            return queued == null
                    ? new AcquireReply.NotQueued()
                    : new AcquireReply.Busy(record.holder(now), refresh(request));
        });
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        return table.locked((now, effects) -> connection.open
                ? grants.stream().map(g -> renew(g, now, effects)).toList()
                : LockStore.allIndeterminate(grants, closed()));
    }

    private RenewReply renew(GrantRef ref, Now now, Effects effects) {
        NameRecord record = table.records.get(ref.name());
        if (record != null) {
            record.settle(now, effects);
            Grant held = record.grant;
            if (held != null && held.owner.equals(ref.owner()) && !held.offered) {
                held.extend(now, ref.lease());
                return new RenewReply.Renewed(ref.lease());
            }
        }
        Ended ended = table.ledger.ended(ref.owner());
        return ended != null && ended.cause() != null
                ? new RenewReply.NotOwner(ended.cause(), ended.detail())
                : new RenewReply.NotOwner(LossCause.STORE_FORGOT, "");
    }

    @Override
    public ReleaseReply release(GrantRef ref) {
        return table.locked((now, effects) -> {
            if (!connection.open) {
                return new ReleaseReply.Indeterminate(closed());
            }
            if (table.takeOut(ref.name(), ref.owner(), now, effects)) {
                return new ReleaseReply.Released();
            }
            return notHeld(ref, now);
        });
    }

    private ReleaseReply notHeld(GrantRef ref, Now now) {
        Ended ended = table.ledger.ended(ref.owner());
        if (ended != null && ended.cause() != null) {
            return new ReleaseReply.NotOwner(ended.cause(), ended.detail());
        }
        if (ended != null || table.ledger.isReleased(ref.owner())) {
            return new ReleaseReply.AlreadyReleased();
        }
        table.ledger.released(ref.owner(), ref.lease(), now); // its acquire may still be on the way (L-6)
        return new ReleaseReply.NotOwner(LossCause.STORE_FORGOT, "");
    }

    @Override
    public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        return table.locked((now, effects) -> connection.open
                ? new ReconcileReply.Done(table.takeOutAll(connection.context.client(), upTo, live, now, effects))
                : new ReconcileReply.Indeterminate(closed()));
    }

    private static void requireMutex(Share share) {
        if (!share.isMutex()) {
            Capability missing = share.mode() == Share.Mode.PERMITS ? Capability.PERMITS : Capability.READ_WRITE;
            throw new UnsupportedByStoreException(
                    "store lacks a capability: missing=[" + missing + "], scheme=memory", Set.of(missing.name()));
        }
    }

    private static Duration refresh(AcquireRequest request) {
        Duration third = request.terms().lease().dividedBy(3);
        if (third.compareTo(LEAST_REFRESH) < 0) {
            return LEAST_REFRESH;
        }
        return third.compareTo(MOST_REFRESH) > 0 ? MOST_REFRESH : third;
    }

    private IllegalStateException closed() {
        return new IllegalStateException("memory store is closed: client=" + connection.context.client());
    }
}
