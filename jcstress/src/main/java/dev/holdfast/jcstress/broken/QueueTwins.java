package dev.holdfast.jcstress.broken;

import dev.holdfast.internal.HandOffRaces;
import dev.holdfast.internal.NameQueueRaces;
import dev.holdfast.internal.WaitingRaces;
import dev.holdfast.internal.WatchdogRaces;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Twins of NameQueue, Queues, Contender, AsyncWaiter and RenewalGroup. */
public final class QueueTwins {

    private QueueTwins() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** A queue that leaves the map without a mark: who fetched it before waits where nobody looks. */
    @JCStressTest
    @JCStressMeta(NameQueueRaces.JoinAgainstRetire.class)
    @State
    public static class RetiresUnmarked {
        private final ConcurrentHashMap<String, AtomicInteger> map = new ConcurrentHashMap<>();
        private AtomicInteger joined;

        /** The queue, with nobody in it. */
        public RetiresUnmarked() {
            map.put("name", new AtomicInteger());
        }

        @Actor
        public void retire() {
            AtomicInteger queue = map.get("name");
            if (queue != null && queue.get() == 0) {
                Window.open();
                map.remove("name", queue);
            }
        }

        @Actor
        public void join() {
            joined = map.computeIfAbsent("name", name -> new AtomicInteger());
            joined.incrementAndGet();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = bit(map.get("name") == joined);
            r.r2 = 1;
        }
    }

    /** A hand-off that does not ask whether the heir took the lease: neither handed on nor given back. */
    @JCStressTest
    @JCStressMeta(HandOffRaces.HeirTimesOut.class)
    @State
    public static class HandOffWithoutAnswer {
        private final AtomicReference<String> heir = new AtomicReference<>("waits");
        private volatile boolean free;

        @Actor
        public void release(III_Result r) {
            if (heir.get().equals("waits")) {
                Window.open();
                heir.compareAndSet("waits", "has it");
            } else {
                free = true;
            }
            r.r1 = 1;
        }

        @Actor
        public void timeOut(III_Result r) {
            r.r2 = bit(heir.compareAndSet("waits", "gone"));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = bit(heir.get().equals("has it") != free);
        }
    }

    /** A contender that clears its wake after the poll instead of before it. */
    @JCStressTest
    @JCStressMeta(NameQueueRaces.WakeDuringPoll.class)
    @State
    public static class WakeClearedAfterPoll {
        private volatile boolean free;
        private volatile boolean wanted;
        private boolean won;

        @Actor
        public void wake() {
            free = true;
            wanted = true;
        }

        @Actor
        public void poll() {
            won = free;
            Window.open();
            wanted = false;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = bit(won || wanted);
            r.r2 = 1;
        }
    }

    /** A limit that is read, then counted up. */
    @JCStressTest
    @JCStressMeta(NameQueueRaces.LastPlace.class)
    @State
    public static class PlaceReadThenTaken {
        private final AtomicInteger waiting = new AtomicInteger();

        private int enter() {
            if (waiting.get() >= 1) {
                return 0;
            }
            Window.open();
            waiting.incrementAndGet();
            return 1;
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = enter();
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = enter();
        }

        @Arbiter
        public void end(III_Result r) {
            waiting.decrementAndGet();
            r.r3 = enter();
        }
    }

    /** A future that is cancelled without a look at what it has won meanwhile. */
    @JCStressTest
    @JCStressMeta(WaitingRaces.CancelAgainstGrant.class)
    @State
    public static class LateWinKept {
        private final AtomicReference<String> future = new AtomicReference<>("waits");
        private volatile boolean cancelled;
        private volatile boolean held = true;

        @Actor
        public void cancel(III_Result r) {
            cancelled = true;
            Window.open();
            r.r1 = bit(future.compareAndSet("waits", "cancelled"));
        }

        @Actor
        public void release() {
            if (cancelled) {
                held = false;
            } else {
                future.compareAndSet("waits", "won");
            }
        }

        @Arbiter
        public void end(III_Result r) {
            boolean won = future.get().equals("won");
            r.r2 = bit(won);
            r.r3 = bit(won == held);
        }
    }

    /** An early look that allows the next one only when it is over. */
    @JCStressTest
    @JCStressMeta(WatchdogRaces.HurryAgainstLook.class)
    @State
    public static class HurryClearedAfterLook {
        private volatile boolean hurried = true;
        private volatile boolean suspended;
        private volatile boolean pending = true;

        @Actor
        public void look() {
            lookOnce();
        }

        private void lookOnce() {
            pending = false;
            if (suspended) {
                suspended = false;
            }
            Window.open();
            hurried = false;
        }

        @Actor
        public void hurry() {
            suspended = true;
            if (!hurried) {
                hurried = true;
                pending = true;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            if (pending) {
                lookOnce();
            }
            r.r1 = bit(!suspended);
            r.r2 = 1;
        }
    }

    /** A chain of ticks that ends without a second look for grants. */
    @JCStressTest
    @JCStressMeta(WatchdogRaces.AddAgainstLastTick.class)
    @State
    public static class ChainEndsUnchecked {
        private final AtomicInteger armed = new AtomicInteger(1);
        private final AtomicInteger grants = new AtomicInteger();
        private final AtomicInteger chains = new AtomicInteger(1);

        @Actor
        public void lastTick() {
            if (grants.get() == 0) {
                Window.open();
                chains.decrementAndGet();
                armed.set(0);
            }
        }

        @Actor
        public void add() {
            grants.incrementAndGet();
            if (armed.compareAndSet(0, 1)) {
                chains.incrementAndGet();
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r1 = chains.get();
            r.r2 = grants.get();
            r.r3 = 1;
        }
    }
}
