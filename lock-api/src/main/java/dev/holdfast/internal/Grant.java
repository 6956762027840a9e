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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One grant of the store, from its confirmed reply to its end. It serves one lease at a time and may pass from lease to lease
 * inside this client.
 *
 * <p>Ends once, by release ({@link #end}) or by loss ({@link #lose}); after that no renewal is sent and none that arrives late
 * counts (L-5). The deadline only moves forward. See docs/synchronization.md for who reads and writes what.
 */
final class Grant {

    private static final long LEAST_MARGIN = 20_000_000;
    private static final Object RELEASED = new Object();

    final NameQueue queue;
    final OwnerId owner;
    final long base;
    final LeaseOptions options;
    final long grantedAt;
    final Instant grantedWall;
    final RenewalGroup group;
    final RenewalState renewal;

    private final Core core;
    private final long margin;

    /** Null while it lasts; then RELEASED, or the loss. */
    private final AtomicReference<@Nullable Object> end = new AtomicReference<>();

    /** Guarded by the queue's lock: how many leases this grant has served. */
    int served;

    private volatile long confirmedAt;
    private volatile long confirmedAhead;
    private volatile long confirmedNanos;
    private volatile long deadline;

    /** When the session was last suspended and not confirmed since; replaced as a whole, so that no suspension is forgotten. */
    private final AtomicReference<@Nullable Suspension> suspended = new AtomicReference<>();

    private volatile @Nullable LeaseImpl lease;

    /** The session was suspended at this time of the monotonic clock. */
    private record Suspension(long at) {}

    /** A confirmed reply to a request. */
    record Confirmation(long sentAt, long ahead, Duration lease) {}

    Grant(Core core, NameQueue queue, OwnerId owner, long base, LeaseOptions options, Confirmation first) {
        this.core = core;
        this.queue = queue;
        this.owner = owner;
        this.base = base;
        this.options = options;
        this.margin = Math.max(Ticker.nanosOf(options.lease()) / 100, LEAST_MARGIN);
        this.grantedAt = first.sentAt;
        this.grantedWall = core.ticker.wallTime();
        this.confirmedAt = first.sentAt;
        this.confirmedAhead = first.ahead;
        this.confirmedNanos = Ticker.nanosOf(first.lease);
        this.deadline = deadlineOf(first);
        this.renewal = new RenewalState(core, first);
        this.group = core.watchdog.groupOf(queue.name, options.lease());
    }

    private long deadlineOf(Confirmation c) {
        long length = Ticker.nanosOf(c.lease);
        return c.sentAt + length - margin - Math.min(core.lateness.nanos(), length / 10);
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
        long next = deadlineOf(c);
        if (next - deadline > 0) {
            deadline = next;
        }
        confirmedAt = c.sentAt;
        confirmedAhead = c.ahead;
        confirmedNanos = Ticker.nanosOf(c.lease);
        Suspension since = suspended.get();
        if (since != null && c.sentAt - since.at > 0) {
            suspended.compareAndSet(since, null);
        }
        renewal.confirmed(c);
    }

    /** The session is suspended: only a renewal sent after this confirms the grant. */
    void suspend() {
        suspended.set(new Suspension(core.now()));
    }

    /** Ends it by release: true once, and not after a loss. */
    boolean end() {
        return end.compareAndSet(null, RELEASED);
    }

    boolean ended() {
        return end.get() != null;
    }

    /** How it was lost, if that is how it ended. */
    @Nullable
    LeaseLoss lost() {
        return end.get() instanceof LeaseLoss loss ? loss : null;
    }

    boolean expired(long now) {
        return now - deadline >= 0;
    }

    long left(long now) {
        return deadline - now;
    }

    /** Whether the clocks or the session give reason to doubt the deadline. */
    boolean uncertain() {
        return suspended.get() != null || core.trust.ahead() - confirmedAhead > margin;
    }

    /** Ends the grant as expired if its deadline has passed; true if it is over. */
    boolean checkDeadline(long now) {
        if (expired(now) && !ended()) {
            boolean doubt = uncertain();
            lose(doubt ? LossCause.CLOCK : LossCause.EXPIRED, "not renewed before its local deadline");
        }
        return ended();
    }

    /** The right ended before release. */
    void lose(LossCause cause, String detail) {
        LeaseLoss loss = loss(cause, detail);
        if (end.compareAndSet(null, loss)) {
            core.watchdog.remove(this);
            queue.lost(this);
            LeaseImpl last = lease;
            if (last != null) {
                last.lose(loss);
            }
            if (renewal.unanswered()) {
                sweepAfterLapse();
            } else {
                core.owners.retire(owner);
            }
        }
    }

    /** The store may have told of its loss before anybody held it. */
    void loseAsNoted() {
        OwnerIds.Note noted = core.owners.lossOf(owner);
        if (noted != null) {
            lose(noted.cause(), noted.detail());
        }
    }

    /**
     * A renewal without reply may still reach the store and hold the name for another lease. What is left then is released,
     * but not before the store's own end of the last confirmed lease: the margin belongs to the holder (L-4).
     */
    private void sweepAfterLapse() {
        long left = Math.max(0, confirmedAt + confirmedNanos - core.now());
        core.scheduler.schedule(() -> core.sweeper.abandon(ref()), Duration.ofNanos(left));
    }

    LeaseLoss loss(LossCause cause, String detail) {
        Instant now = core.ticker.wallTime();
        Instant renewal = now.minusNanos(Math.max(0, core.now() - confirmedAt));
        return new LeaseLoss(cause, now, renewal, detail);
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
}
