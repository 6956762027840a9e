package dev.holdfast.internal;

import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.Holder;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One name within one client: its waiters in order of arrival, its one contender at the store, its one grant.
 *
 * <p>Invariants, all under {@link #lock}, which is never held across a store call, a listener or a signal:
 *
 * <ul>
 *   <li>At most one call for the contender is under way ({@link #stepping}); only the first waiter starts one, and only while
 *       nothing is held and no release is under way. Whoever ends one of these signals the first waiter.
 *   <li>A waiter in the list is undecided or about to leave it; a lease is offered to the first that takes it. What nobody
 *       takes is given back at once (L-6).
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

    private @Nullable Set<Waiter> waiters;
    private @Nullable Grant held;
    private @Nullable Contender contender;
    private boolean stepping;
    private int releasing;
    private int visitors;
    private boolean retired;

    NameQueue(Core core, String name) {
        this.core = core;
        this.name = name;
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
            if (waiters == null) {
                waiters = new LinkedHashSet<>(4);
            }
            if (waiters.size() >= core.config.waitersPerName() || !core.queues.enter()) {
                retireIfIdle();
                return Joined.FULL;
            }
            waiters.add(waiter);
            return Joined.YES;
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
        Contender mine;
        Contender unsuited = null;
        lock.lock();
        try {
            if (first() != waiter || held != null || stepping || releasing > 0) {
                return Long.MAX_VALUE;
            }
            long now = core.now();
            mine = contender;
            if (mine != null && !mine.suits(waiter.options)) {
                unsuited = mine;
                mine = null;
            }
            long due = mine == null ? trouble.pause(now) : mine.dueIn(now);
            if (due > 0) {
                contender = mine;
                return due;
            }
            if (mine == null) {
                mine = new Contender(core, this, waiter.options);
            }
            contender = mine;
            stepping = true;
        } finally {
            lock.unlock();
            if (unsuited != null) {
                unsuited.abandon();
            }
        }
        settle(mine, mine.step(waiter.left(core.now())));
        return 0;
    }

    /** Takes in the reply to the contender's call. */
    private void settle(Contender mine, Contender.Step step) {
        Grant grant = step.reply() instanceof AcquireReply.Granted granted ? grant(mine, granted, step) : null;
        Fate fate = Fate.KEPT;
        Grant displaced = null;
        List<Waiter> signals = new ArrayList<>(2);
        lock.lock();
        try {
            stepping = false;
            if (grant != null) {
                contender = null;
                trouble.over();
                Waiter winner = handOut(grant);
                if (winner == null) {
                    fate = Fate.ABANDONED;
                } else {
                    displaced = held;
                    held = grant;
                    signals.add(winner);
                }
            } else {
                fate = judge(mine, step.reply(), signals);
                contender = fate == Fate.KEPT ? mine : null;
            }
            addFirst(signals);
            retireIfIdle();
        } finally {
            lock.unlock();
        }
        if (fate == Fate.ABANDONED) {
            undo(mine, grant);
        } else if (fate == Fate.DROPPED) {
            core.owners.retire(mine.owner);
        }
        finish(displaced, signals);
    }

    /** What becomes of the contender after a reply: it goes on, is forgotten, or has to be undone at the store. */
    private enum Fate {
        KEPT,
        DROPPED,
        ABANDONED
    }

    private void undo(Contender mine, @Nullable Grant grant) {
        if (grant == null) {
            mine.abandon();
        } else if (grant.end()) {
            core.watchdog.remove(grant);
            core.sweeper.abandon(grant.ref());
        }
    }

    private static void finish(@Nullable Grant displaced, List<Waiter> signals) {
        if (displaced != null) {
            displaced.lose(LossCause.STORE_FORGOT, "the store gave another grant of the same name");
        }
        signals.forEach(Waiter::signal);
    }

    private Grant grant(Contender mine, AcquireReply.Granted reply, Contender.Step step) {
        Grant grant = new Grant(
                core,
                this,
                mine.owner,
                reply.base(),
                mine.options,
                new Grant.Confirmation(step.sentAt(), step.ahead(), reply.lease()));
        core.watchdog.add(grant);
        return grant;
    }

    /** A reply other than a grant. The caller holds the lock. */
    private Fate judge(Contender mine, AcquireReply reply, List<Waiter> signals) {
        long now = core.now();
        if (reply instanceof AcquireReply.NotQueued) {
            trouble.requeued(core);
            return Fate.DROPPED;
        }
        if (reply instanceof AcquireReply.Busy busy) {
            trouble.over();
            mine.queued(busy, now);
        } else {
            trouble.failed(core, name, reply);
            mine.pause(trouble.pause(now), now);
            failThoseOutOfPatience(reply, signals, now);
            if (reply instanceof AcquireReply.Unavailable && !mine.isQueued()) {
                return Fate.DROPPED;
            }
            if (!mine.joined()) {
                return Fate.ABANDONED;
            }
            core.sweeper.doubt(Ticker.nanosOf(mine.options.lease()));
        }
        return first() != null ? Fate.KEPT : Fate.ABANDONED;
    }

    private void failThoseOutOfPatience(AcquireReply reply, List<Waiter> signals, long now) {
        boolean hopeless = reply instanceof AcquireReply.Unavailable down && Failures.isFinal(down.cause());
        for (Waiter waiter : List.copyOf(all())) {
            long patience = Trouble.patience(waiter.options);
            boolean enough = Math.min(trouble.lasting(now), waiter.waited(now)) >= patience;
            RuntimeException failure = hopeless || enough ? trouble.last() : null;
            if (failure != null) {
                waiter.fail(failure);
                leave(waiter);
                signals.add(waiter);
            }
        }
    }

    /** Offers the grant to the first waiter that takes it; null when none does. The caller holds the lock. */
    private @Nullable Waiter handOut(Grant grant) {
        long now = core.now();
        while (!grant.expired(now) && !grant.ended()) {
            Waiter next = first();
            if (next == null || !next.options.lease().equals(grant.options.lease())) {
                return null;
            }
            long token = grant.nextToken();
            if (token <= next.options.tokenFloor()) {
                return null;
            }
            LeaseImpl lease = new LeaseImpl(core, grant, token, next.options.lossPolicy());
            leave(next);
            grant.serve(lease);
            if (next.offer(lease)) {
                return next;
            }
            grant.served--;
        }
        return null;
    }

    /** Gives a lease's grant up: to the next local waiter where it may be, else to the store. */
    ReleaseReply giveUp(Grant grant) {
        Waiter heir = null;
        Contender next = null;
        lock.lock();
        try {
            if (held == grant && mayHandOver(grant)) {
                heir = handOut(grant);
            }
            if (heir == null) {
                if (!grant.end()) {
                    return new ReleaseReply.NotOwner(LossCause.EXPIRED, "the lease had ended when it was released");
                }
                releasing++;
                Waiter first = first();
                if (held == grant) {
                    held = null;
                    next = first == null || stepping || contender != null ? null : joinFor(first);
                }
            }
        } finally {
            lock.unlock();
        }
        if (heir != null) {
            heir.signal();
            return new ReleaseReply.Released();
        }
        return giveToStore(grant, next);
    }

    private Contender joinFor(Waiter first) {
        Contender next = new Contender(core, this, first.options);
        contender = next;
        stepping = true;
        return next;
    }

    private ReleaseReply giveToStore(Grant grant, @Nullable Contender next) {
        core.owners.retire(grant.owner);
        core.watchdog.remove(grant);
        ReleaseReply released;
        Contender.Step step = null;
        if (next == null) {
            released = release(grant);
        } else {
            Contender.Swap swap = next.releaseAndJoin(grant.ref());
            released = swap.released();
            step = swap.step();
        }
        Waiter first;
        lock.lock();
        try {
            releasing--;
            first = next == null ? first() : null;
            retireIfIdle();
        } finally {
            lock.unlock();
        }
        if (next != null && step != null) {
            settle(next, step);
        }
        if (first != null) {
            first.signal();
        }
        if (released instanceof ReleaseReply.Indeterminate) {
            core.sweeper.follow(grant.ref());
        }
        return released;
    }

    private ReleaseReply release(Grant grant) {
        try {
            return core.store().release(grant.ref());
        } catch (RuntimeException broken) {
            return new ReleaseReply.Indeterminate(broken);
        }
    }

    /** The bounds of local hand-off; see DESIGN: the engine. The caller holds the lock. */
    private boolean mayHandOver(Grant grant) {
        Waiter next = first();
        if (next == null || core.queues.closed() || grant.ended() || !grant.options.renewed()) {
            return false;
        }
        long now = core.now();
        boolean sameTerms = next.options.renewed() && !next.options.fair() && !grant.options.fair();
        boolean inBounds = grant.served < Math.min(core.config.handOffLeases(), Tokens.LEASES_PER_GRANT)
                && now - grant.grantedAt < Ticker.nanosOf(core.config.handOffTime());
        boolean fresh = grant.left(now) >= Ticker.nanosOf(grant.options.lease()) / 2;
        return sameTerms && inBounds && fresh && !grant.uncertain();
    }

    /** Takes a waiter out, if it is undecided; true when it was. A false means that it has won or failed. */
    boolean withdraw(Waiter waiter) {
        if (!waiter.withdraw()) {
            return false;
        }
        Contender orphan = null;
        Waiter first;
        lock.lock();
        try {
            boolean wasFirst = first() == waiter;
            leave(waiter);
            first = wasFirst ? first() : null;
            if (first() == null && !stepping) {
                orphan = contender;
                contender = null;
            }
            retireIfIdle();
        } finally {
            lock.unlock();
        }
        if (orphan != null) {
            orphan.abandon();
        }
        if (first != null) {
            first.signal();
        }
        return true;
    }

    /** One attempt without waiting; null when this queue was retired and the caller has to fetch another. */
    @Nullable
    Attempt visit() {
        endExpired();
        lock.lock();
        try {
            if (retired) {
                return null;
            }
            requireOpen();
            visitors++;
            boolean taken = held != null || first() != null;
            return new Attempt(core, this, taken ? refusal(RefusalReason.HELD, 0) : null);
        } finally {
            lock.unlock();
        }
    }

    /** Ends a visit; a grant that was won becomes the one held. */
    void leaveVisit(@Nullable Grant won) {
        Grant displaced = null;
        Waiter first;
        lock.lock();
        try {
            visitors--;
            if (won != null) {
                displaced = held;
                held = won.ended() ? held : won;
            }
            first = won == null ? null : first();
            retireIfIdle();
        } finally {
            lock.unlock();
        }
        finish(displaced, first == null ? List.of() : List.of(first));
    }

    /** The grant was lost: the first waiter goes to the store. */
    void lost(Grant grant) {
        Waiter first;
        lock.lock();
        try {
            if (held == grant) {
                held = null;
            }
            first = first();
            retireIfIdle();
        } finally {
            lock.unlock();
        }
        if (first != null) {
            first.signal();
        }
    }

    /** The store's wake. */
    void wakeFirst() {
        Waiter first;
        lock.lock();
        try {
            first = first();
        } finally {
            lock.unlock();
        }
        if (first != null) {
            first.signal();
        }
    }

    /** The client is closing: no waiter is served any more. */
    void failAll() {
        List<Waiter> failed = new ArrayList<>();
        Contender orphan = null;
        lock.lock();
        try {
            for (Waiter waiter : List.copyOf(all())) {
                waiter.fail(new ClientClosedException(core.clientId));
                leave(waiter);
                failed.add(waiter);
            }
            if (!stepping) {
                orphan = contender;
                contender = null;
            }
            retireIfIdle();
        } finally {
            lock.unlock();
        }
        if (orphan != null) {
            orphan.abandon();
        }
        failed.forEach(Waiter::signal);
    }

    /** What a waiter is told whose wait has ended: who holds the lock, or why nobody knows. */
    Refused refuse(RefusalReason reason, long waited) {
        lock.lock();
        try {
            RuntimeException failure = trouble.last();
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
        lock.lock();
        try {
            Grant grant = held;
            LeaseImpl lease = grant == null ? null : grant.lease();
            return lease != null && lease.acquirer == thread;
        } finally {
            lock.unlock();
        }
    }

    private Refused refusal(RefusalReason reason, long waited) {
        Grant grant = held;
        Contender queued = contender;
        Holder holder = null;
        if (grant != null) {
            var self = core.details(grant.options.note());
            Duration left = Duration.ofNanos(Math.max(0, grant.left(core.now())));
            holder = new Holder(self.host(), self.pid(), self.application(), self.note(), grant.grantedWall, left);
        } else if (queued != null) {
            holder = queued.lastHolder;
        }
        return new Refused(name, reason, holder, Duration.ofNanos(waited));
    }

    /** A grant whose deadline has passed ends before anybody is told that it is held; its listeners run outside the lock. */
    private void endExpired() {
        Grant grant;
        lock.lock();
        try {
            grant = held;
        } finally {
            lock.unlock();
        }
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

    private Set<Waiter> all() {
        Set<Waiter> all = waiters;
        return all == null ? Set.of() : all;
    }

    private @Nullable Waiter first() {
        Iterator<Waiter> each = all().iterator();
        return each.hasNext() ? each.next() : null;
    }

    private void addFirst(List<Waiter> signals) {
        Waiter first = first();
        if (first != null && held == null) {
            signals.add(first);
        }
    }

    private void leave(Waiter waiter) {
        if (waiters != null && waiters.remove(waiter)) {
            core.queues.exit();
        }
    }

    private void retireIfIdle() {
        boolean idle = held == null && contender == null && !stepping && releasing == 0 && visitors == 0;
        if (idle && first() == null && !retired) {
            retired = true;
            core.queues.retire(this);
        }
    }
}
