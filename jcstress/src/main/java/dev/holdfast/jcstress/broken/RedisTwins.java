package dev.holdfast.jcstress.broken;

import dev.holdfast.redis.WakeChannelRaces;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Twins of the wake channel of Redis and its tickets. */
public final class RedisTwins {

    private RedisTwins() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** A poll that reads the flag of an offer, then clears it. */
    @JCStressTest
    @JCStressMeta(WakeChannelRaces.OfferAgainstPoll.class)
    @State
    public static class ClearedAfterRead {
        private volatile boolean offered;

        @Actor
        public void offer() {
            offered = true;
        }

        @Actor
        public void poll(II_Result r) {
            r.r1 = take();
        }

        private int take() {
            boolean told = offered;
            Window.open();
            offered = false;
            return bit(told);
        }

        @Arbiter
        public void next(II_Result r) {
            r.r2 = take();
        }
    }

    /** A ticket that asks whether it has ended, then sets its timer. */
    @JCStressTest
    @JCStressMeta(WakeChannelRaces.LapseAgainstEnd.class)
    @State
    public static class TimerAfterCheck {
        private final AtomicInteger timers = new AtomicInteger();
        private final AtomicReference<@Nullable Integer> timer = new AtomicReference<>();
        private volatile boolean ended;

        @Actor
        public void push() {
            if (!ended) {
                Window.open();
                timers.incrementAndGet();
                timer.set(1);
            }
        }

        @Actor
        public void end() {
            ended = true;
            if (timer.getAndSet(null) != null) {
                timers.decrementAndGet();
            }
        }

        @Arbiter
        public void left(I_Result r) {
            r.r1 = timers.get();
        }
    }

    /** A channel that looks whether it is closed before it connects, and not after. */
    @JCStressTest
    @JCStressMeta(WakeChannelRaces.ConfirmAgainstClose.class)
    @State
    public static class SubscribedAfterCheck {
        private volatile boolean closed;
        private volatile boolean live;

        @Actor
        public void confirmed() {
            if (!closed) {
                Window.open();
                live = true;
            }
        }

        @Actor
        public void close() {
            closed = true;
            live = false;
        }

        @Arbiter
        public void left(II_Result r) {
            r.r1 = bit(live);
            r.r2 = 0;
        }
    }
}
