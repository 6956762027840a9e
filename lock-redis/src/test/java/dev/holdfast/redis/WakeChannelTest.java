package dev.holdfast.redis;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Share;
import dev.holdfast.testkit.LeakCheck;
import dev.holdfast.testkit.Stalls;
import dev.holdfast.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The wake channel over a subscription made by hand, and the timers of its tickets. */
class WakeChannelTest {

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    private final VirtualTime time = new VirtualTime();
    private final ByHand server = new ByHand();
    private final WakeChannel channel = new WakeChannel("ch", "holdfast-test-wake", server);
    private final AtomicInteger wakes = new AtomicInteger();

    @AfterEach
    void close() {
        channel.close();
    }

    /** Each run takes its orders from the test: a message, "confirm", or "end". */
    private static final class ByHand implements WakeChannel.Subscriber {
        final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger cuts = new AtomicInteger();

        /** Whether there is a connection yet that a cut can end. */
        volatile boolean hears = true;

        @Override
        public void run(String channel, Runnable subscribed, Consumer<String> message) {
            runs.incrementAndGet();
            while (true) {
                String order = take();
                switch (order) {
                    case "confirm" -> subscribed.run();
                    case "end" -> throw new IllegalStateException("connection ended");
                    default -> message.accept(order);
                }
            }
        }

        private String take() {
            try {
                return orders.take();
            } catch (InterruptedException stop) {
                return "end";
            }
        }

        @Override
        public void cut() {
            cuts.incrementAndGet();
            if (hears) {
                orders.add("end");
            }
        }
    }

    /** There is no store behind these tickets. */
    private static final class Nobody implements RedisTicket.Calls {
        @Override
        public AcquireReply poll(RedisTicket ticket, Duration answerWithin) {
            return new AcquireReply.NotQueued();
        }

        @Override
        public ReleaseReply release(GrantRef grant) {
            return new ReleaseReply.AlreadyReleased();
        }
    }

    private RedisTicket ticket(long sequence) {
        AcquireRequest request = new AcquireRequest(
                "n",
                new OwnerId("c", sequence),
                Share.MUTEX,
                new AcquireRequest.Terms(ofSeconds(30), 0, ofSeconds(1), new HolderDetails("", 0, "", "")));
        return new RedisTicket(new Nobody(), request, time, time, wakes::incrementAndGet);
    }

    private void subscribe() {
        server.orders.add("confirm");
        assertThat(channel.subscribe(ofSeconds(5))).isNull();
        server.orders.add("nothing"); // taken when all that the confirmation does is done
        Stalls.await("confirmed", ofSeconds(5), server.orders::isEmpty);
    }

    private void awaitWakes(int count) {
        Stalls.await("woken", ofSeconds(5), () -> wakes.get() == count);
    }

    @Test
    void offer_wakesItsTicketAlone() {
        subscribe();
        RedisTicket one = ticket(1);
        RedisTicket two = ticket(2);
        channel.add(one);
        channel.add(two);
        server.orders.add("o c-1");
        awaitWakes(1);
        assertThat(one.takeOffer()).isTrue();
        assertThat(one.takeOffer()).isFalse();
        assertThat(two.takeOffer()).isFalse();
        server.orders.add("o c-9");
        server.orders.add("nonsense");
        server.orders.add("l x c-1");
        server.orders.add("l 99999999999999999999 c-1");
        server.orders.add("");
        channel.remove(one);
        server.orders.add("o c-1");
        server.orders.add("o c-2");
        awaitWakes(2);
        assertThat(one.takeOffer()).isFalse();
        assertThat(channel.size()).isEqualTo(1);
    }

    @Test
    void lapse_wakesWhenItsTimeHasCome() {
        subscribe();
        RedisTicket ticket = ticket(1);
        channel.add(ticket);
        server.orders.add("l 2000 c-1");
        server.orders.add("o c-9");
        Stalls.await("both are dispatched", ofSeconds(5), server.orders::isEmpty);
        Stalls.await("the timer is set", ofSeconds(5), () -> {
            time.advance(ofMillis(100));
            return wakes.get() == 1;
        });
        assertThat(Duration.ofNanos(time.nanos())).isGreaterThanOrEqualTo(ofMillis(2_001));
    }

    @Test
    void lapsePushed_replacesWhatWasKnown() {
        RedisTicket ticket = ticket(1);
        ticket.lapse(2_000);
        ticket.lapse(30_000);
        time.advance(ofSeconds(3));
        assertThat(wakes).hasValue(0);
        time.advance(ofSeconds(28));
        assertThat(wakes).hasValue(1);
    }

    @Test
    void lapseReplied_countsOnlyWhenItIsTheEarlier() {
        RedisTicket ticket = ticket(1);
        ticket.lapse(2_000);
        ticket.lapseAtMost(30_000); // the reply is older than the push
        time.advance(ofSeconds(3));
        assertThat(wakes).hasValue(1);
        RedisTicket other = ticket(2);
        other.lapse(30_000);
        other.lapseAtMost(2_000);
        time.advance(ofSeconds(3));
        assertThat(wakes).hasValue(2);
        time.advance(ofSeconds(60));
        assertThat(wakes).hasValue(2);
    }

    @Test
    void end_leavesNoTimerAndTakesNone() {
        RedisTicket ticket = ticket(1);
        ticket.lapse(1_000);
        ticket.end();
        ticket.lapse(1_000);
        ticket.lapseAtMost(1_000);
        time.advance(ofSeconds(5));
        assertThat(wakes).hasValue(0);
    }

    @Test
    void subscriptionThatEnds_isMadeAnewAndEveryTicketIsWoken() {
        subscribe();
        channel.add(ticket(1));
        channel.add(ticket(2));
        server.orders.add("end");
        Stalls.await("down", ofSeconds(5), () -> !channel.isSubscribed());
        assertThat(wakes).hasValue(0);
        server.orders.add("confirm");
        awaitWakes(2);
        assertThat(channel.isSubscribed()).isTrue();
        assertThat(server.runs).hasValue(2);
    }

    @Test
    void subscribe_notConfirmed_saysWhyAndGoesOnTrying() {
        server.orders.add("end");
        Throwable why = channel.subscribe(ofMillis(300));
        assertThat(why).hasMessage("connection ended");
        server.orders.add("confirm");
        assertThat(channel.subscribe(ofSeconds(5))).isNull();
    }

    @Test
    void subscribe_neverAnswered_isCutAndTriedAgain() {
        assertThat(channel.subscribe(ofMillis(50))).isNotNull();
        assertThat(server.cuts).as("it may be on its way").hasValue(0);
        assertThat(channel.subscribe(ofMillis(2_200))).isNotNull();
        assertThat(server.cuts).hasValue(1);
        server.orders.add("confirm");
        assertThat(channel.subscribe(ofSeconds(5))).isNull();
    }

    @Test
    void subscribe_interrupted_keepsTheFlag() {
        server.orders.add("confirm");
        Thread.currentThread().interrupt();
        assertThat(channel.subscribe(ofSeconds(5))).isNull();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void distrust_cutsAndSubscribesAgain() {
        subscribe();
        channel.distrust(0);
        assertThat(channel.isSubscribed()).as("another subscription since").isTrue();
        RedisTicket ticket = ticket(1);
        channel.add(ticket);
        channel.distrust(ticket.subscription());
        assertThat(channel.isSubscribed()).isFalse();
        channel.distrust(ticket.subscription());
        assertThat(server.cuts).as("once for each subscription").hasValue(1);
        server.orders.add("confirm");
        Stalls.await("subscribed again", ofSeconds(5), channel::isSubscribed);
    }

    @Test
    void close_whileItConnects_leavesNoSubscription() {
        assertThat(channel.subscribe(ofMillis(50))).isNotNull();
        server.hears = false;
        channel.close(); // the cut comes before there is anything to cut
        server.hears = true;
        server.orders.add("confirm");
        Stalls.await("cut again", ofSeconds(5), () -> server.cuts.get() >= 2);
        assertThat(channel.isSubscribed()).isFalse();
    }

    @Test
    void close_always_endsItsThread() {
        subscribe();
        channel.add(ticket(1));
        channel.close();
        assertThat(channel.size()).isZero();
        assertThat(channel.subscribe(ofMillis(50))).isNotNull();
    }
}
