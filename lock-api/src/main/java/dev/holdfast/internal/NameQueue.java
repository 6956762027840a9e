package dev.holdfast.internal;

import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.Holder;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One name within one client: its waiters in order of arrival, its one contender at the store, its one grant.
 *
 * <p>Invariants, all under {@link #lock}, which is never held across a store call, a listener or a signal:
 *
 * <ul>
 *   <li>At most one call for the contender is under way ({@link #stepping}); only the first waiter starts one, and only while
 *       nothing is held and no release is under way. Every section that may change that ends with {@link #leave}, which signals
 *       the first waiter if it could act, so that no wake-up is lost.
 *   <li>A waiter in the list is undecided or about to leave it; a lease is offered to the first that takes it. What nobody
 *       takes is given back at once, and a contender that nobody waits for is abandoned (L-6).
 *   <li>A grant is with the watchdog before anybody can end it, and leaves it when it ends, so that nothing renews what was
 *       released (L-5).
 *   <li>A queue that has nothing left to remember is retired and leaves the map (L-12).
 * </ul>
 */
final class NameQueue {

    final String name;

    private final Core core;
    private final ReentrantLock lock = new ReentrantLock();
    private final Trouble trouble = new Trouble();
    private final WaiterList waiters;

    private @Nullable Grant held;
    private @Nullable Contender contender;
    private @Nullable Holder lastHolder;
    private boolean stepping;
    private int releasing;
    private int visitors;
    private boolean retired;

    NameQueue(Core core, String name) {
        this.core = core;
        this.name = name;
        this.waiters = new WaiterList(core);
    }

    /** What {@link #join} came to. */
    enum Joined {
        YES,
        FULL,
        RETIRED
    }

    /** Adds a waiter at the end. */
    Joined join(Waiter waiter) {
        endExpired();
        lock.lock();
        try {
            if (retired) {
                return Joined.RETIRED;
            }
            requireOpen();
            if (waiters.add(waiter)) {
                return Joined.YES;
            }
            retireIfIdle();
            return Joined.FULL;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does what is worth doing for the waiter now, if it is the first.
     *
     * @return nanoseconds until it is worth looking again; zero or less for at once; {@code Long.MAX_VALUE} for when signalled
     */
    long advance(Waiter waiter) {
        AfterSection after = new AfterSection();
        Contender mine;
        lock.lock();
        try {
            if (waiters.first() != waiter || !mayStep()) {
                return Long.MAX_VALUE;
            }
            long now = core.now();
            mine = contender;
            if (mine != null && !mine.suits(waiter.options)) {
                after.abandon(mine);
                mine = null;
                contender = null;
            }
            long due = mine == null ? trouble.pause(now) : mine.dueIn(now);
            if (due > 0) {
                return due;
            }
            mine = mine == null ? new Contender(core, this, waiter.options) : mine;
            contender = mine;
            stepping = true;
        } finally {
            lock.unlock();
            after.run();
        }
        Contender chosen = mine;
        step(chosen, () -> chosen.step(waiter.left(core.now())));
        return 0;
    }

    /** One call of the contender; whatever happens in it, the queue goes on. */
    private void step(Contender mine, Supplier<Contender.Step> call) {
        boolean settled = false;
        try {
            settle(mine, call.get());
            settled = true;
        } finally {
            if (!settled) {
                breakOff(mine);
            }
        }
    }

    private void breakOff(Contender mine) {
        section(after -> {
            stepping = false;
            contender = null;
            after.abandon(mine);
        });
    }

    private boolean mayStep() {
        return held == null && !stepping && releasing == 0;
    }

    /** Takes in the reply to the contender's call. */
    private void settle(Contender mine, Contender.Step step) {
        Grant grant = step.reply() instanceof AcquireReply.Granted granted ? mine.grant(granted, step) : null;
        if (grant != null) {
            core.watchdog.add(grant);
        }
        section(after -> {
            stepping = false;
            if (grant == null) {
                judge(mine, step.reply(), after);
            } else {
                contender = null;
                take(grant, after);
            }
        });
    }

    /** Hands a new grant out, or gives it back. The caller holds the lock. */
    private void take(Grant grant, AfterSection after) {
        Waiter winner = isStale(grant) ? null : HandOff.offer(core, grant, waiters, after);
        if (winner == null) {
            after.undo(grant);
            return;
        }
        hold(grant, after);
        after.signal(winner);
    }

    /** Whether a later grant of the same name is held: the reply came late. */
    private boolean isStale(Grant grant) {
        Grant now = held;
        return now != null && !now.ended() && now.base > grant.base;
    }

    private void hold(Grant grant, AfterSection after) {
        trouble.over();
        after.displace(held);
        held = grant.ended() ? null : grant;
        if (core.owners.lossOf(grant.owner) != null) {
            after.loseAsNoted(grant);
        }
    }

    /** Decides about the contender after a reply other than a grant. The caller holds the lock. */
    private void judge(Contender mine, AcquireReply reply, AfterSection after) {
        long now = core.now();
        if (reply instanceof AcquireReply.Busy busy) {
            trouble.over();
            lastHolder = busy.holder();
            mine.queued(busy, now);
            return;
        }
        if (reply instanceof AcquireReply.NotQueued) {
            boolean tooOften = trouble.requeued(core, name);
            forget(mine, after);
            if (tooOften) {
                failThoseOutOfPatience(reply, after, now);
            }
            return;
        }
        trouble.failed(core, name, reply);
        mine.pause(trouble.pause(now), now);
        failThoseOutOfPatience(reply, after, now);
        if (reply instanceof AcquireReply.Unavailable && !mine.isQueued()) {
            forget(mine, after);
        } else {
            core.sweeper.doubt(Ticker.nanosOf(mine.options.lease()));
            if (!mine.joined()) {
                contender = null;
                after.abandon(mine);
            }
        }
    }

    /** The store does not know the contender; nothing is to be undone unless a reply is missing. */
    private void forget(Contender mine, AfterSection after) {
        contender = null;
        if (mine.isDoubtful()) {
            after.abandon(mine);
        } else {
            core.owners.retire(mine.owner);
        }
    }

    private void failThoseOutOfPatience(AcquireReply reply, AfterSection after, long now) {
        boolean hopeless = reply instanceof AcquireReply.Unavailable down && Failures.isFinal(down.cause());
        for (Waiter waiter : waiters.copy()) {
            long patience = Trouble.patience(waiter.options);
            boolean enough = Math.min(trouble.lasting(now), waiter.waited(now)) >= patience;
            RuntimeException failure = hopeless || enough ? trouble.last() : null;
            if (failure != null) {
                waiter.fail(failure);
                waiters.leave(waiter);
                after.signal(waiter);
            }
        }
    }

    /** Gives a lease's grant up: to the next local waiter where it may be, else to the store. */
    ReleaseReply giveUp(Grant grant) {
        AfterSection after = new AfterSection();
        Waiter heir = null;
        Contender next = null;
        lock.lock();
        try {
            if (held == grant && HandOff.allowed(core, grant, waiters.first())) {
                heir = HandOff.offer(core, grant, waiters, after);
            }
            if (heir != null) {
                after.signal(heir);
                leave(after);
            } else if (grant.end()) {
                next = startRelease(grant);
            } else {
                return lost(grant.lost());
            }
        } finally {
            lock.unlock();
        }
        after.run();
        return heir != null ? new ReleaseReply.Released() : giveToStore(grant, next);
    }

    private static ReleaseReply lost(@Nullable LeaseLoss loss) {
        return loss == null
                ? new ReleaseReply.NotOwner(LossCause.EXPIRED, "the lease had ended when it was released")
                : new ReleaseReply.NotOwner(loss.cause(), loss.detail());
    }

    /** With local waiters left, the contender that joins the queue in the same call. The caller holds the lock. */
    private @Nullable Contender startRelease(Grant grant) {
        releasing++;
        Waiter first = waiters.first();
        boolean mine = held == grant;
        held = mine ? null : held;
        if (!mine || first == null || stepping || contender != null) {
            return null;
        }
        Contender next = new Contender(core, this, first.options);
        contender = next;
        stepping = true;
        return next;
    }

    private ReleaseReply giveToStore(Grant grant, @Nullable Contender next) {
        core.owners.retire(grant.owner);
        core.watchdog.remove(grant);
        Contender.Swap swap = next == null ? null : next.releaseAndJoin(grant.ref());
        ReleaseReply released = swap == null ? release(grant) : swap.released();
        section(after -> releasing--);
        if (next != null && swap != null) {
            step(next, swap::step);
        }
        if (released instanceof ReleaseReply.Indeterminate) {
            core.sweeper.follow(grant.ref());
        }
        return released;
    }

    private ReleaseReply release(Grant grant) {
        try {
            return Contender.required(core.store().release(grant.ref()));
        } catch (RuntimeException | Error broken) {
            return new ReleaseReply.Indeterminate(broken);
        }
    }

    /** Takes a waiter out, if it is undecided; true when it was. A false means that it has won or failed. */
    boolean withdraw(Waiter waiter) {
        if (!waiter.withdraw()) {
            return false;
        }
        section(after -> waiters.leave(waiter));
        return true;
    }

    /** Starts an attempt without waiting; null when this queue was retired and the caller has to fetch another. */
    @Nullable
    Attempt visit() {
        endExpired();
        lock.lock();
        try {
            if (retired) {
                return null;
            }
            requireOpen();
            boolean taken = held != null || waiters.first() != null;
            Refused atHome = taken ? refusal(RefusalReason.HELD, 0) : null;
            visitors++;
            return new Attempt(core, this, atHome);
        } finally {
            lock.unlock();
        }
    }

    /** A visit has won a grant, which becomes the one held; false when it came too late for that. */
    boolean accept(Grant won) {
        AfterSection after = new AfterSection();
        lock.lock();
        try {
            if (core.queues.closed()) {
                throw new ClientClosedException(core.clientId);
            }
            if (isStale(won)) {
                return false;
            }
            hold(won, after);
        } finally {
            lock.unlock();
        }
        after.run();
        return true;
    }

    /** Ends a visit. */
    void leaveVisit() {
        section(after -> visitors--);
    }

    /** The store says that the owner's grant is gone. */
    void lostAtStore(OwnerId owner, LossCause cause, String detail) {
        Grant grant = held();
        if (grant != null && grant.owner.equals(owner)) {
            grant.lose(cause, detail);
        }
    }

    /** The grant was lost: the first waiter goes to the store. */
    void lost(Grant grant) {
        section(after -> held = held == grant ? null : held);
    }

    /** The store's wake. */
    void wakeFirst() {
        section(after -> {});
    }

    /** The client is closing: no waiter is served any more. */
    void failAll() {
        section(after -> {
            for (Waiter waiter : waiters.copy()) {
                waiter.fail(new ClientClosedException(core.clientId));
                waiters.leave(waiter);
                after.signal(waiter);
            }
        });
    }

    /** What a waiter is told whose wait has ended: who holds the lock, or why nobody knows. */
    Refused refuse(RefusalReason reason, long waited) {
        lock.lock();
        try {
            RuntimeException failure = held == null ? trouble.last() : null;
            if (failure != null) {
                throw failure;
            }
            return refusal(reason, waited);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the lock is held by a lease that this thread acquired. */
    boolean heldByAcquirer(long thread) {
        Grant grant = held();
        LeaseImpl lease = grant == null ? null : grant.lease();
        return lease != null && lease.acquirer == thread;
    }

    private @Nullable Grant held() {
        lock.lock();
        try {
            return held;
        } finally {
            lock.unlock();
        }
    }

    private Refused refusal(RefusalReason reason, long waited) {
        Holder holder = held == null ? lastHolder : held.holder();
        return new Refused(name, reason, holder, Duration.ofNanos(waited));
    }

    /** A grant whose deadline has passed ends before anybody is told that it is held; its listeners run outside the lock. */
    private void endExpired() {
        Grant grant = held();
        if (grant != null) {
            grant.checkDeadline(core.now());
        }
    }

    private void requireOpen() {
        if (core.queues.closed()) {
            retireIfIdle();
            throw new ClientClosedException(core.clientId);
        }
    }

    /** A section under the lock, its end, and outside the lock what it left to be done. */
    private void section(Consumer<AfterSection> body) {
        AfterSection after = new AfterSection();
        lock.lock();
        try {
            body.accept(after);
            leave(after);
        } finally {
            lock.unlock();
        }
        after.run();
    }

    /** The end of a section: see the invariants. The caller holds the lock and runs {@code after} outside it. */
    private void leave(AfterSection after) {
        Waiter first = waiters.first();
        if (first == null && !stepping && contender != null) {
            after.abandon(contender);
            contender = null;
        }
        if (first != null && mayStep()) {
            after.signal(first);
        }
        retireIfIdle();
    }

    private void retireIfIdle() {
        boolean idle = contender == null && mayStep() && visitors == 0 && waiters.first() == null;
        if (idle && !retired) {
            retired = true;
            core.queues.retire(this);
        }
    }
}
