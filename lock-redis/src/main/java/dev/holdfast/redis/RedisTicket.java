package dev.holdfast.redis;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A place in the queue: the entry is in Redis, here is who to wake and when. Pushes come from the channel's thread, polls from
 * the engine's. Thread-safe.
 */
final class RedisTicket implements Ticket {

    final AcquireRequest request;

    private final Calls store;
    private final Scheduler scheduler;
    private final Ticker ticker;
    private final Runnable wake;
    private final AtomicReference<Alarm> alarm = new AtomicReference<>(Alarm.NONE);
    private volatile int subscription;
    private volatile @Nullable AcquireReply reply;
    private final AtomicBoolean offered = new AtomicBoolean();

    /** What a ticket asks the store for. */
    interface Calls {
        AcquireReply poll(RedisTicket ticket, Duration answerWithin);

        ReleaseReply release(GrantRef grant);
    }

    /** One timer for the lapse of the grant before. The handle comes after the alarm is in place; either may be cancelled. */
    private static final class Alarm {
        static final Alarm NONE = new Alarm(0);
        static final Alarm ENDED = new Alarm(0);
        private static final Scheduler.Scheduled CANCELLED = () -> {};

        final long at;
        private final AtomicReference<Scheduler.@Nullable Scheduled> handle = new AtomicReference<>();

        Alarm(long at) {
            this.at = at;
        }

        /** Whether this one is to be set in place of another: when there is none, or that is later. */
        boolean replaces(Alarm other) {
            return other == NONE || (other != ENDED && at - other.at < 0);
        }

        void start(Scheduler.Scheduled started) {
            if (!handle.compareAndSet(null, started)) {
                started.cancel();
            }
        }

        void cancel() {
            Scheduler.Scheduled started = this == NONE || this == ENDED ? null : handle.getAndSet(CANCELLED);
            if (started != null) {
                started.cancel();
            }
        }
    }

    RedisTicket(Calls store, AcquireRequest request, Scheduler scheduler, Ticker ticker, Runnable wake) {
        this.store = store;
        this.request = request;
        this.scheduler = scheduler;
        this.ticker = ticker;
        this.wake = wake;
    }

    /** The number of the subscription under which it joins. */
    void joinedAt(int number) {
        subscription = number;
    }

    int subscription() {
        return subscription;
    }

    /** The reply to the enqueue; set once, before the ticket is given away. */
    RedisTicket answered(AcquireReply first) {
        reply = first;
        return this;
    }

    @Override
    public AcquireReply reply() {
        AcquireReply first = reply;
        return first == null ? new AcquireReply.Indeterminate(new IllegalStateException("not answered yet")) : first;
    }

    @Override
    public AcquireReply poll(Duration answerWithin) {
        alarm.getAndUpdate(a -> a == Alarm.ENDED ? a : Alarm.NONE).cancel();
        return store.poll(this, answerWithin);
    }

    @Override
    public ReleaseReply abandon() {
        return store.release(
                new GrantRef(request.name(), request.owner(), 0, request.terms().lease()));
    }

    /** A push: the name was offered to this contender. */
    void offer() {
        offered.set(true);
        wake.run();
    }

    /** Whether it was told of an offer since it was asked last. */
    boolean takeOffer() {
        return offered.getAndSet(false);
    }

    /** After a new subscription: pushes may have been missed. */
    void wake() {
        wake.run();
    }

    /** A push: the grant before may lapse in so many milliseconds. Pushes come in order, so the last one counts. */
    void lapse(long ms) {
        Alarm next = new Alarm(due(ms));
        start(alarm.getAndUpdate(a -> a == Alarm.ENDED ? a : next), next, ms);
    }

    /** A reply says the same. A push that came in while it was on the way is newer: the earlier of both counts. */
    void lapseAtMost(long ms) {
        Alarm next = new Alarm(due(ms));
        Alarm old = alarm.getAndUpdate(a -> next.replaces(a) ? next : a);
        if (next.replaces(old)) {
            start(old, next, ms);
        }
    }

    private void start(Alarm old, Alarm next, long ms) {
        if (old != Alarm.ENDED) {
            old.cancel();
            next.start(scheduler.schedule(wake, Duration.ofMillis(ms)));
        }
    }

    private long due(long ms) {
        return ticker.nanos() + Duration.ofMillis(ms).toNanos();
    }

    /** No wake after this but one that is on its way. */
    void end() {
        alarm.getAndSet(Alarm.ENDED).cancel();
    }
}
