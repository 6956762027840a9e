package dev.holdfast.internal;

import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The client's one place in the store's queue for a name, under one owner id. It belongs to the client and the name, not to a
 * waiter: when the first waiter gives up, the next inherits it (L-6). Its calls are made by whoever has the queue's
 * {@code stepping} flag, one at a time; fields other than {@link #wanted} are read and written by that one.
 */
final class Contender {

    private static final long SECOND = 1_000_000_000;

    private static final int FREE_POLLS = 100;
    private static final long LEAST_PAUSE = 1_000_000;
    private static final long LEAST_ANSWER = 1_000_000;

    /**
     * How long after the end of its wait a waiter stays for the reply to a call: without it, each wait shorter than a round trip
     * would leave an attempt whose outcome nobody knows. Less than the 250 ms by which a caller may be late (L4).
     */
    private static final Duration GRACE = Duration.ofMillis(150);

    private static final String NO_REPLY = "store returned null";

    final OwnerId owner;
    final LeaseOptions options;

    private final Core core;
    private final NameQueue queue;
    private @Nullable Ticket ticket;
    private long due;
    private boolean queued;
    private boolean doubtful;
    private int impatience;

    /** Set by the store's wake from any thread, cleared before each poll: a wake during a poll is not missed. */
    private volatile boolean wanted;

    /** A reply with what a grant needs to know of its request. */
    record Step(AcquireReply reply, long sentAt, long ahead) {}

    Contender(Core core, NameQueue queue, LeaseOptions options) {
        this.core = core;
        this.queue = queue;
        this.options = options;
        this.owner = core.owners.next();
    }

    /** Whether a grant to this contender serves a waiter with these options. */
    boolean suits(LeaseOptions other) {
        return options.lease().equals(other.lease())
                && options.renewed() == other.renewed()
                && options.fair() == other.fair()
                && options.tokenFloor() == other.tokenFloor();
    }

    GrantRef ref() {
        return new GrantRef(queue.name, owner, 0, options.lease());
    }

    AcquireRequest request(Duration answerWithin) {
        return new AcquireRequest(
                queue.name,
                owner,
                Share.MUTEX,
                new AcquireRequest.Terms(
                        options.lease(), options.tokenFloor(), answerWithin, core.details(options.note())));
    }

    /** Nanoseconds until the next call is worth it; zero or less for now. */
    long dueIn(long now) {
        return ticket == null || wanted ? 0 : due - now;
    }

    /** The store has queued it: the next poll without a wake comes at the latest at the re-confirmation. */
    void queued(AcquireReply.Busy busy, long now) {
        queued = true;
        Duration retryAfter = busy.retryAfter();
        long reconfirm = Math.max(SECOND, Math.min(10 * SECOND, Ticker.nanosOf(options.lease()) / 3));
        impatience = retryAfter.isZero() ? impatience + 1 : 0;
        long least = impatience > FREE_POLLS ? LEAST_PAUSE : 0;
        due = now + Math.max(least, Math.min(Ticker.nanosOf(retryAfter), core.jittered(reconfirm)));
    }

    /** The grant that a reply stands for. */
    Grant grant(AcquireReply.Granted reply, Step step) {
        return new Grant(
                core,
                queue,
                owner,
                reply.base(),
                options,
                new Grant.Confirmation(step.sentAt(), step.ahead(), reply.lease()));
    }

    /** A call failed: the next one comes after this. */
    void pause(long nanos, long now) {
        due = now + nanos;
    }

    /** One call for a waiter with so much wait left: joins the queue, or polls. */
    Step step(long waitLeft) {
        long ahead = core.trust.ahead();
        long sentAt = core.now();
        return new Step(call(waitLeft, sentAt), sentAt, ahead);
    }

    private AcquireReply call(long waitLeft, long since) {
        try {
            Ticket held = ticket;
            if (held != null) {
                wanted = false;
                return noted(Replies.checked(held.poll(within(waitLeft, GRACE))));
            }
            LockStore store = core.store(within(waitLeft, Duration.ZERO));
            long spent = core.now() - since; // opening, where that was put off, comes out of the same wait
            long left = waitLeft == Long.MAX_VALUE ? waitLeft : waitLeft - spent;
            Ticket joined = store.enqueue(request(within(left, GRACE)), this::woken);
            ticket = joined;
            return noted(Replies.checked(joined.reply()));
        } catch (HoldfastException refused) {
            return noted(Failures.reply(refused));
        } catch (RuntimeException | Error broken) {
            return noted(new AcquireReply.Indeterminate(broken));
        }
    }

    private Duration within(long waitLeft, Duration grace) {
        Duration most = core.commandTimeout(options.lease());
        return waitLeft == Long.MAX_VALUE
                ? most
                : Core.least(
                        most, Duration.ofNanos(Math.max(LEAST_ANSWER, waitLeft)).plus(grace));
    }

    /** What {@link #releaseAndJoin} came to. */
    record Swap(ReleaseReply released, Step step) {}

    /** Releases a grant and joins the queue under this owner id, in one call where the store can. */
    Swap releaseAndJoin(GrantRef grant) {
        Duration within = core.commandTimeout(options.lease());
        long ahead = core.trust.ahead();
        long sentAt = core.now();
        try {
            LockStore.ReleaseAndEnqueue both = core.store().releaseAndEnqueue(grant, request(within), this::woken);
            ticket = both.ticket();
            return new Swap(
                    required(both.released()),
                    new Step(noted(Replies.checked(both.ticket().reply())), sentAt, ahead));
        } catch (RuntimeException | Error broken) {
            return new Swap(
                    new ReleaseReply.Indeterminate(broken),
                    new Step(noted(new AcquireReply.Indeterminate(broken)), sentAt, ahead));
        }
    }

    /** A store that breaks its contract must not break the queue. */
    static <T> T required(@Nullable T reply) {
        return Objects.requireNonNull(reply, NO_REPLY);
    }

    private void woken() {
        wanted = true;
        queue.wakeFirst();
    }

    /** Remembers a missing reply: from then on the owner id may have won, or win late. */
    private AcquireReply noted(AcquireReply reply) {
        doubtful |= reply instanceof AcquireReply.Indeterminate;
        return reply;
    }

    /** Whether some request of this owner id has no reply: then it has to be undone at the store. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** Whether the store has said that it is queued. */
    boolean isQueued() {
        return queued;
    }

    /** Whether there is a ticket to poll. */
    boolean joined() {
        return ticket != null;
    }

    /** Leaves the queue, in the background. */
    void abandon() {
        Ticket held = ticket;
        if (held != null) {
            core.sweeper.abandon(held, ref());
        } else {
            core.sweeper.abandon(ref());
        }
    }
}
