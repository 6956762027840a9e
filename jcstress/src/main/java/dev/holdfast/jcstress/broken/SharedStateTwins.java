package dev.holdfast.jcstress.broken;

import dev.holdfast.internal.ClientRaces;
import dev.holdfast.internal.FenceGateRaces;
import dev.holdfast.internal.SharedStateRaces;
import dev.holdfast.jcstress.FenceGateStaleWriteRace;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Twins of OwnerIds, BodyInterrupt, LazyBackend, Trust, Lateness, Sweeper and the memory FenceGate. */
public final class SharedStateTwins {

    private SharedStateTwins() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** Owner ids that are issued before they are live, with one count for both. */
    @JCStressTest
    @JCStressMeta(ClientRaces.SnapshotAgainstNext.class)
    @State
    public static class IssuedBeforeLive {
        private final AtomicLong issued = new AtomicLong();
        private final Set<Long> live = ConcurrentHashMap.newKeySet();
        private long one;
        private long upTo;
        private Set<Long> seen;

        @Actor
        public void next() {
            long id = issued.incrementAndGet();
            Window.open();
            live.add(id);
            one = id;
        }

        @Actor
        public void snapshot() {
            upTo = issued.get();
            seen = new HashSet<>(live);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = bit(upTo < one || seen.contains(one));
        }
    }

    /** A body that is interrupted after a check instead of under one compare-and-set. */
    @JCStressTest
    @JCStressMeta(SharedStateRaces.InterruptAgainstReturn.class)
    @State
    public static class InterruptAfterCheck {
        private volatile Thread running;

        @Actor
        public void body(I_Result r) {
            boolean late = Thread.interrupted();
            running = Thread.currentThread();
            Window.open();
            running = null;
            Thread.interrupted();
            r.r1 = bit(late | Thread.interrupted());
        }

        @Actor
        public void lose() {
            Thread body = running;
            if (body != null) {
                Window.open();
                Window.open();
                body.interrupt();
            }
        }
    }

    /** A backend that is opened without a second look under the lock. */
    @JCStressTest
    @JCStressMeta(SharedStateRaces.OpenOpen.class)
    @State
    public static class OpenedWithoutSecondLook {
        private final AtomicInteger openings = new AtomicInteger();
        private volatile Object opened;
        private Object one;
        private Object other;

        private Object get() {
            Object now = opened;
            if (now == null) {
                openings.incrementAndGet();
                Window.open();
                now = new Object();
                opened = now;
            }
            return now;
        }

        @Actor
        public void one() {
            one = get();
        }

        @Actor
        public void other() {
            other = get();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = openings.get();
            r.r2 = bit(one == other);
        }
    }

    /** Lazy opening against close, each with its own flag. */
    @JCStressTest
    @JCStressMeta(ClientRaces.FirstUseAgainstClose.class)
    @State
    public static class OpensAfterClose {
        private volatile boolean closed;
        private volatile boolean open;

        @Actor
        public void use() {
            if (!closed) {
                Window.open();
                open = true;
            }
        }

        @Actor
        public void close() {
            closed = true;
            open = false;
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = bit(!open);
        }
    }

    /** A jump of the clock that is added up without compare-and-set. */
    @JCStressTest
    @JCStressMeta(SharedStateRaces.JumpSeenTwice.class)
    @State
    public static class JumpAddedTwice {
        private final AtomicLong ahead = new AtomicLong();
        private volatile long wall;

        private int look() {
            long drift = 1_000 - wall;
            if (drift > 0) {
                Window.open();
                ahead.addAndGet(drift);
                wall = 1_000;
            }
            return bit(ahead.get() == 1_000);
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = look();
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = look();
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = look();
        }
    }

    /** Lateness that is read, then written. */
    @JCStressTest
    @JCStressMeta(SharedStateRaces.LateLate.class)
    @State
    public static class LatenessReadThenWritten {
        private volatile long nanos;

        private void observe(long late) {
            long old = nanos;
            Window.open();
            nanos = Math.max(late, old - old / 10);
        }

        @Actor
        public void much() {
            observe(1_000);
        }

        @Actor
        public void little() {
            observe(10);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = (int) nanos;
        }
    }

    /** A reconcile tick that ends without a second look for doubts. */
    @JCStressTest
    @JCStressMeta(ClientRaces.DoubtAgainstReconcile.class)
    @State
    public static class DoubtForgotten {
        private final AtomicLong doubtUntil = new AtomicLong();
        private final AtomicInteger reconciling = new AtomicInteger(1);
        private final AtomicInteger ticks = new AtomicInteger(1);

        @Actor
        public void reconcile() {
            if (doubtUntil.get() > 0) {
                return;
            }
            Window.open();
            ticks.decrementAndGet();
            reconciling.set(0);
        }

        @Actor
        public void doubt() {
            doubtUntil.set(1);
            if (reconciling.compareAndSet(0, 1)) {
                ticks.incrementAndGet();
            }
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = ticks.get();
        }
    }

    /** A guard that checks the token, then lets the write run. */
    @JCStressTest
    @JCStressMeta(FenceGateStaleWriteRace.class)
    @State
    public static class GateChecksThenWrites {
        private final AtomicInteger writes = new AtomicInteger();
        private volatile long highest;

        private int write(long token) {
            if (token < highest) {
                return 0;
            }
            Window.open();
            highest = token;
            return writes.incrementAndGet();
        }

        @Actor
        public void former(II_Result r) {
            r.r1 = write(1);
        }

        @Actor
        public void successor(II_Result r) {
            r.r2 = write(2);
        }
    }

    /** The successor reads without having entered: the late write is let in after its read (the mutant of F-3). */
    @JCStressTest
    @JCStressMeta(FenceGateRaces.EnterAgainstLateWrite.class)
    @State
    public static class EnterOmitted {
        private volatile long highest;
        private volatile int value;

        @Actor
        public void enterAndRead(II_Result r) {
            r.r1 = value;
            Window.open();
            highest = 2;
        }

        @Actor
        public void writeLate() {
            if (1 >= highest) {
                value = 1;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = value;
        }
    }
}
