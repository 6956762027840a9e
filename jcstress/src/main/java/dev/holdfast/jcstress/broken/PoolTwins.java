package dev.holdfast.jcstress.broken;

import dev.holdfast.internal.ElasticPoolRaces;
import dev.holdfast.internal.HandOffRaces;
import dev.holdfast.internal.ReentrantViewRaces;
import dev.holdfast.internal.WaitingRaces;
import dev.holdfast.jdbc.sqlite.PollerRaces;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Twins of ElasticPool, ReentrantView, the SQLite Poller, the delivery of AsyncWaiter and the notes of OwnerIds. */
public final class PoolTwins {

    private PoolTwins() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** A pool that asks whether it is closed, then takes the task. */
    @JCStressTest
    @JCStressMeta(ElasticPoolRaces.ExecuteAgainstShutdown.class)
    @State
    public static class TakenAfterCheck {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        private volatile boolean closed;
        private int ran;

        @Actor
        public void execute(II_Result r) {
            if (!closed) {
                Window.open();
                queue.add(1);
                r.r1 = 1;
            }
        }

        @Actor
        public void shutdown() {
            closed = true;
            while (queue.poll() != null) {
                ran++;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = ran;
        }
    }

    /** A look that allows the next one only when it has looked. */
    @JCStressTest
    @JCStressMeta(ElasticPoolRaces.ExecuteAgainstLook.class)
    @State
    public static class LookAllowedAfterLook {
        private final AtomicInteger waiting = new AtomicInteger();
        private final AtomicInteger watching = new AtomicInteger(1);
        private final AtomicInteger looks = new AtomicInteger(1);

        private void watch() {
            if (watching.compareAndSet(0, 1)) {
                looks.incrementAndGet();
            }
        }

        @Actor
        public void look() {
            looks.decrementAndGet();
            boolean someone = waiting.get() > 0;
            Window.open();
            watching.set(0);
            if (someone) {
                watch();
            }
        }

        @Actor
        public void execute() {
            waiting.incrementAndGet();
            watch();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = looks.get();
            r.r2 = waiting.get();
        }
    }

    /** A view that counts entries by itself and asks the lease only before it enters. */
    @JCStressTest
    @JCStressMeta(ReentrantViewRaces.EnterAgainAgainstLoss.class)
    @State
    public static class EntersWithoutLease {
        private final AtomicReference<String> lease = new AtomicReference<>("held");

        @Actor
        public void enterTwice(III_Result r) {
            if (lease.get().equals("lost")) {
                r.r1 = 1;
            }
            Window.open();
            lease.compareAndSet("held", "released");
        }

        @Actor
        public void lose(III_Result r) {
            r.r2 = bit(lease.compareAndSet("held", "lost"));
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = 1;
        }
    }

    /** A chain of looks that ends without the lock under which contenders start it. */
    @JCStressTest
    @JCStressMeta(PollerRaces.AddAgainstLastLook.class)
    @State
    public static class LooksEndUnlocked {
        private final AtomicInteger tickets = new AtomicInteger();
        private final AtomicInteger chains = new AtomicInteger(1);
        private volatile boolean running = true;

        @Actor
        public void lastLook() {
            chains.decrementAndGet();
            if (tickets.get() > 0) {
                chains.incrementAndGet();
            } else {
                Window.open();
                running = false;
            }
        }

        @Actor
        public void come() {
            tickets.incrementAndGet();
            if (!running) {
                running = true;
                chains.incrementAndGet();
            }
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = chains.get();
        }
    }

    /** A delivery that asks whether the future is cancelled, then hands the lease over. */
    @JCStressTest
    @JCStressMeta(WaitingRaces.CancelAgainstDelivery.class)
    @State
    public static class DeliveredAfterCheck {
        private final AtomicReference<String> future = new AtomicReference<>("waits");
        private volatile boolean held = true;

        @Actor
        public void cancel(III_Result r) {
            r.r1 = bit(future.compareAndSet("waits", "cancelled"));
        }

        @Actor
        public void deliver() {
            if (future.get().equals("cancelled")) {
                held = false;
            } else {
                Window.open();
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

    /** A loss that looks for the holder and is noted only after that. */
    @JCStressTest
    @JCStressMeta(HandOffRaces.LossAgainstHandOut.class)
    @State
    public static class LossNotedAfterLook {
        private volatile boolean granted;
        private volatile boolean held;
        private volatile boolean noted;
        private volatile boolean told;

        @Actor
        public void acquire() {
            granted = true;
            Window.open();
            held = true;
            if (noted) {
                told = true;
            }
        }

        @Actor
        public void forced(III_Result r) {
            if (granted) {
                if (held) {
                    told = true;
                }
                Window.open();
                noted = true;
                r.r2 = 1;
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r1 = bit(told);
            r.r3 = 1;
        }
    }
}
