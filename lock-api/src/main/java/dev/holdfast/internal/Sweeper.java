package dev.holdfast.internal;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReconcileReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes in the background what abandoned attempts may have left at the store (L-6): each is released by owner id until the
 * store answers or one lease has passed, and while replies are missing the store is asked regularly to drop whatever of this
 * client is not live. Costs nothing where every reply arrives. Thread-safe.
 */
final class Sweeper {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final long SECOND = 1_000_000_000;
    private static final long FIRST_RETRY = 10_000_000;

    private final Core core;
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicLong doubtUntil = new AtomicLong();
    private final AtomicBoolean reconciling = new AtomicBoolean();
    private volatile boolean canReconcile = true;
    private volatile boolean stopped;

    Sweeper(Core core) {
        this.core = core;
        doubtUntil.set(core.now());
    }

    /** No reconcile after this: what is left to lapse at close is not dropped (L-13). */
    void stopReconciling() {
        stopped = true;
    }

    /** How many abandoned owners are not dealt with yet. */
    int pending() {
        return pending.get();
    }

    /** The owner id can never win again; undo what it may have won. */
    void abandon(GrantRef ref) {
        core.owners.retire(ref.owner());
        start(ref, () -> core.store().release(ref));
    }

    /** The same for a queued contender. */
    void abandon(Ticket ticket, GrantRef ref) {
        core.owners.retire(ref.owner());
        start(ref, ticket::abandon);
    }

    /** A release got no reply: go on until it has one. */
    void follow(GrantRef ref) {
        start(ref, () -> core.store().release(ref));
    }

    private void start(GrantRef ref, Supplier<ReleaseReply> first) {
        pending.incrementAndGet();
        long started = core.now();
        core.scheduler.execute(() -> attempt(ref, first, started, FIRST_RETRY));
    }

    private void attempt(GrantRef ref, Supplier<ReleaseReply> call, long started, long retry) {
        ReleaseReply reply;
        try {
            reply = call.get();
        } catch (RuntimeException | Error broken) {
            reply = new ReleaseReply.Indeterminate(broken);
        }
        long lease = Math.max(SECOND, Ticker.nanosOf(ref.lease()));
        if (!(reply instanceof ReleaseReply.Indeterminate unknown) || core.now() - started > lease) {
            pending.decrementAndGet();
            core.event(() -> new HoldfastEvent.Abandoned(ref.name(), ref.owner().toString()));
            return;
        }
        LOG.debug("undoing an attempt got no reply, retried: name=\"{}\"", ref.name(), unknown.cause());
        doubt(lease);
        Supplier<ReleaseReply> again = () -> core.store().release(ref);
        core.scheduler.schedule(
                () -> core.scheduler.execute(() -> attempt(ref, again, started, Math.min(2 * retry, SECOND))),
                Duration.ofNanos(core.jittered(retry)));
    }

    /** Something of ours may arrive late at the store within this time: keep reconciling for as long. */
    void doubt(long leaseNanos) {
        long until = core.now() + leaseNanos;
        doubtUntil.accumulateAndGet(until, (a, b) -> b - a > 0 ? b : a);
        if (canReconcile && !stopped && reconciling.compareAndSet(false, true)) {
            scheduleReconcile(leaseNanos);
        }
    }

    private void scheduleReconcile(long leaseNanos) {
        long interval = Math.max(SECOND, Math.min(10 * SECOND, leaseNanos / 3));
        core.scheduler.schedule(
                () -> core.scheduler.execute(() -> reconcile(leaseNanos)), Duration.ofNanos(core.jittered(interval)));
    }

    private void reconcile(long leaseNanos) {
        boolean done = core.owners.snapshot().map(this::reconcileOnce).orElse(false);
        boolean enough = done && core.now() - doubtUntil.get() > 0;
        if (!canReconcile || stopped || enough) {
            reconciling.set(false);
            if (canReconcile
                    && !stopped
                    && core.now() - doubtUntil.get() < 0
                    && reconciling.compareAndSet(false, true)) {
                scheduleReconcile(leaseNanos);
            }
        } else {
            scheduleReconcile(leaseNanos);
        }
    }

    private boolean reconcileOnce(OwnerIds.Snapshot snapshot) {
        ReconcileReply reply;
        if (stopped) {
            return false;
        }
        try {
            reply = core.store().reconcile(snapshot.upTo(), snapshot.live());
        } catch (RuntimeException | Error broken) {
            reply = new ReconcileReply.Indeterminate(broken);
        }
        if (reply instanceof ReconcileReply.Unsupported) {
            canReconcile = false;
        }
        if (reply instanceof ReconcileReply.Done done && done.dropped() > 0) {
            LOG.debug("dropped what lost replies had left at the store: count={}", done.dropped());
        }
        return !(reply instanceof ReconcileReply.Indeterminate);
    }
}
