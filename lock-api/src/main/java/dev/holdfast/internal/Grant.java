package dev.holdfast.internal;

import dev.holdfast.lock.Holder;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One grant of the store, from its confirmed reply to its end. It serves one lease at a time and may pass from lease to lease
 * inside this client.
 *
 * <p>Ends once ({@link #end}), by release or by loss; after that no renewal is sent and none that arrives late counts (L-5).
 * The deadline only moves forward. See docs/synchronization.md for who reads and writes what.
 */
final class Grant {

    private static final long LEAST_MARGIN = 20_000_000;

    final NameQueue queue;
    final OwnerId owner;
    final long base;
    final LeaseOptions options;
    final long grantedAt;
    final Instant grantedWall;

    private final Core core;
    private final long leaseNanos;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Guarded by the queue's lock: how many leases this grant has served. */
    int served;

    private volatile long confirmedAt;
    private volatile long confirmedAhead;
    private volatile long deadline;
    private volatile boolean suspended;
    private volatile @Nullable LeaseImpl lease;

    /** Renewal bookkeeping; written by the watchdog's renewal run, read by its tick. */
    volatile long renewAt;

    volatile boolean alone;
    final AtomicBoolean deadlineArmed = new AtomicBoolean();

    /** A confirmed reply to a request. */
    record Confirmation(long sentAt, long ahead, Duration lease) {}

    Grant(Core core, NameQueue queue, OwnerId owner, long base, LeaseOptions options, Confirmation first) {
        this.core = core;
        this.queue = queue;
        this.owner = owner;
        this.base = base;
        this.options = options;
        this.leaseNanos = Ticker.nanosOf(options.lease());
        this.grantedAt = first.sentAt;
        this.grantedWall = core.ticker.wallTime();
        this.confirmedAt = first.sentAt;
        this.confirmedAhead = first.ahead;
        this.deadline = deadlineOf(first);
        this.renewAt = first.sentAt + core.jittered(leaseNanos / 3);
    }

    private long deadlineOf(Confirmation c) {
        long length = Ticker.nanosOf(c.lease);
        long late = Math.min(core.lateness.nanos(), length / 10);
        return c.sentAt + length - Math.max(length / 100, LEAST_MARGIN) - late;
    }

    GrantRef ref() {
        return new GrantRef(queue.name, owner, base, options.lease());
    }

    /** The token of the next lease; the caller holds the queue's lock. */
    long nextToken() {
        return Tokens.token(base, served);
    }

    void serve(LeaseImpl next) {
        lease = next;
        served++;
    }

    @Nullable
    LeaseImpl lease() {
        return lease;
    }

    /** The store held on: the deadline moves forward, never back. Only the renewal run of the grant's group calls this. */
    void confirm(Confirmation c) {
        renewAt = c.sentAt + core.jittered(leaseNanos / 3);
        alone = false;
        long next = deadlineOf(c);
        if (next - deadline > 0) {
            deadline = next;
        }
        confirmedAt = c.sentAt;
        confirmedAhead = c.ahead;
        suspended = false;
    }

    void suspend() {
        suspended = true;
        renewAt = core.now();
    }

    /** True once; the winner gives the grant back or has lost it. */
    boolean end() {
        return ended.compareAndSet(false, true);
    }

    boolean ended() {
        return ended.get();
    }

    boolean expired(long now) {
        return now - deadline >= 0;
    }

    long left(long now) {
        return deadline - now;
    }

    /** Whether the clocks or the session give reason to doubt the deadline. */
    boolean uncertain() {
        return suspended || core.trust.ahead() - confirmedAhead > Math.max(leaseNanos / 100, LEAST_MARGIN);
    }

    /** Ends the grant as expired if its deadline has passed; true if it is over. */
    boolean checkDeadline(long now) {
        if (expired(now) && !ended.get()) {
            boolean doubt = uncertain();
            lose(doubt ? LossCause.CLOCK : LossCause.EXPIRED, "not renewed before its local deadline");
            core.sweeper.abandon(ref());
        }
        return ended.get();
    }

    /** Nobody took it: it is released in the background. */
    void giveBack() {
        if (end()) {
            core.watchdog.remove(this);
            core.sweeper.abandon(ref());
        }
    }

    /** This client as the holder, for a refusal at home. */
    Holder holder() {
        HolderDetails self = core.details(options.note());
        Duration left = Duration.ofNanos(Math.max(0, left(core.now())));
        return new Holder(self.host(), self.pid(), self.application(), self.note(), grantedWall, left);
    }

    /** The right ended before release. */
    void lose(LossCause cause, String detail) {
        if (end()) {
            core.owners.retire(owner);
            core.watchdog.remove(this);
            LeaseImpl last = lease;
            if (last != null) {
                last.lose(loss(cause, detail));
            }
            queue.lost(this);
        }
    }

    LeaseLoss loss(LossCause cause, String detail) {
        Instant now = core.ticker.wallTime();
        Instant renewal = now.minusNanos(Math.max(0, core.now() - confirmedAt));
        return new LeaseLoss(cause, now, renewal, detail);
    }
}
