package dev.holdfast.redis;

import dev.holdfast.jcstress.StillTicker;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Share;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Pushes against polls, subscriptions against their end: no push that nobody hears of, no timer and no subscription left. */
public final class WakeChannelRaces {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final AcquireRequest REQUEST = new AcquireRequest(
            "n",
            new OwnerId("c", 1),
            Share.MUTEX,
            new AcquireRequest.Terms(SECOND, 0, SECOND, new HolderDetails("host", 1, "", "")));

    private WakeChannelRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** One client's channel, whose subscription is a flag, and one ticket. */
    abstract static class Client implements Scheduler, WakeChannel.Subscriber, RedisTicket.Calls {
        final ConcurrentLinkedQueue<Duration> timers = new ConcurrentLinkedQueue<>();
        final AtomicInteger wakes = new AtomicInteger();
        final AtomicBoolean live = new AtomicBoolean();
        final WakeChannel channel = new WakeChannel("ch", "holdfast-race-wake", this);
        final RedisTicket ticket = new RedisTicket(this, REQUEST, this, StillTicker.STILL, wakes::incrementAndGet);

        /** What a subscriber does when the server confirms. */
        final void confirm() {
            live.set(true);
            channel.confirmed();
        }

        @Override
        public final void run(String name, Runnable subscribed, Consumer<String> message) {}

        @Override
        public final void cut() {
            live.set(false);
        }

        @Override
        public final Scheduled schedule(Runnable task, Duration delay) {
            timers.add(delay);
            return () -> timers.remove(delay);
        }

        @Override
        public final void execute(Runnable task) {}

        @Override
        public final AcquireReply poll(RedisTicket polled, Duration within) {
            return new AcquireReply.NotQueued();
        }

        @Override
        public final ReleaseReply release(GrantRef grant) {
            return new ReleaseReply.AlreadyReleased();
        }
    }

    /** An offer while a poll begins: this poll knows of it, or the next does, and once. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "known to this poll or to the next")
    @Outcome(expect = Expect.FORBIDDEN, desc = "an offer that no poll knows of")
    @State
    public static class OfferAgainstPoll extends Client {
        @Actor
        public void offer() {
            ticket.offer();
        }

        @Actor
        public void poll(II_Result r) {
            r.r1 = bit(ticket.takeOffer());
        }

        @Arbiter
        public void next(II_Result r) {
            r.r2 = bit(ticket.takeOffer());
        }
    }

    /** A lapse is pushed while the ticket ends. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "no timer is left")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a timer that outlives its ticket")
    @State
    public static class LapseAgainstEnd extends Client {
        @Actor
        public void push() {
            ticket.lapse(1_000);
        }

        @Actor
        public void end() {
            ticket.end();
        }

        @Arbiter
        public void left(I_Result r) {
            r.r1 = timers.size();
        }
    }

    /** A lapse is pushed while an older reply names a later one: the push counts. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "one timer, the earlier")
    @Outcome(expect = Expect.FORBIDDEN, desc = "no timer, two, or the later one")
    @State
    public static class LapseAgainstReply extends Client {
        @Actor
        public void push() {
            ticket.lapse(2_000);
        }

        @Actor
        public void reply() {
            ticket.lapseAtMost(30_000);
        }

        @Arbiter
        public void left(II_Result r) {
            r.r1 = timers.size();
            Duration first = timers.peek();
            r.r2 = first == null ? -1 : (int) first.toSeconds();
        }
    }

    /** A subscription is confirmed while the client closes: it is cut, whoever comes first. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "no subscription is left")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a closed client that is still subscribed")
    @State
    public static class ConfirmAgainstClose extends Client {
        @Actor
        public void confirmed() {
            confirm();
        }

        @Actor
        public void close() {
            channel.close();
        }

        @Arbiter
        public void left(II_Result r) {
            r.r1 = bit(live.get());
            r.r2 = bit(channel.isSubscribed());
        }
    }

    /** A ticket is added while a subscription is confirmed: it is woken, or its request goes out after that. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "woken, or subscribed before its request")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a contender whose push may have been missed")
    @State
    public static class AddAgainstConfirm extends Client {
        @Actor
        public void add(II_Result r) {
            channel.add(ticket);
            r.r2 = bit(channel.isSubscribed());
        }

        @Actor
        public void confirmed() {
            confirm();
        }

        @Arbiter
        public void woken(II_Result r) {
            r.r1 = Math.min(1, wakes.get());
        }
    }

    /** An attempt and a release go unanswered at once: the release is remembered. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "remembered")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a release that nobody remembers")
    @State
    public static class DoubtAgainstDoubt {
        private final Doubts doubts = new Doubts(StillTicker.STILL);

        @Actor
        public void attempt() {
            doubts.attempt(REQUEST.owner(), SECOND);
        }

        @Actor
        public void release() {
            doubts.release(REQUEST.owner(), SECOND);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = bit(doubts.released(REQUEST.owner()));
        }
    }
}
