package dev.holdfast.internal;

import dev.holdfast.lock.HoldfastException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.OwnerId;
import java.time.Duration;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What a client does beside its queues: owner ids, opening and closing the store, sweeping. */
public final class ClientRaces {

    private ClientRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** A snapshot for the store's sweep names every id that was issued before it, so that none in use is dropped (L-6). */
    @JCStressTest
    @Outcome(
            id = "1",
            expect = Expect.ACCEPTABLE,
            desc = "every id up to its bound is live, or there is no snapshot yet")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a live id is missing")
    @State
    public static class SnapshotAgainstNext {
        private final OwnerIds ids = new OwnerIds("rig");
        private OwnerId one;
        private Optional<OwnerIds.Snapshot> snapshot;

        @Actor
        public void next() {
            one = ids.next();
        }

        @Actor
        public void snapshot() {
            snapshot = ids.snapshot();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = bit(snapshot.map(s -> s.upTo() < one.sequence() || s.live().contains(one))
                    .orElse(true));
        }
    }

    /** Two grants at once have two ids, both live (S3). */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "two ids, both live")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one id twice, or one that is not live")
    @State
    public static class NextNext {
        private final OwnerIds ids = new OwnerIds("rig");
        private OwnerId one;
        private OwnerId other;

        @Actor
        public void one() {
            one = ids.next();
        }

        @Actor
        public void other() {
            other = ids.next();
        }

        @Arbiter
        public void end(I_Result r) {
            OwnerIds.Snapshot all = ids.snapshot().orElseThrow();
            boolean both = all.live().contains(one) && all.live().contains(other);
            r.r1 = bit(one.sequence() != other.sequence() && both && all.upTo() == 2);
        }
    }

    /** Closing a client against its first use of a store that it opens lazily: what was opened is closed (L-13, S10). */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "nothing stays open")
    @Outcome(expect = Expect.FORBIDDEN, desc = "opened and never closed")
    @State
    public static class FirstUseAgainstClose {
        private final Rig rig = new Rig();
        private final LazyBackend backend = new LazyBackend(this::open, "fake", Duration.ofSeconds(5));
        private final Client client = new Client(rig.core, backend, null);
        private FakeBackend opened;

        private Backend open() {
            opened = new FakeBackend();
            return opened;
        }

        @Actor
        public void use() {
            try {
                client.ping();
            } catch (HoldfastException refused) {
                // came too late
            }
        }

        @Actor
        public void close() {
            client.close();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = bit(opened == null || opened.closed);
        }
    }

    /** Two closes: whoever returns finds the store closed (L-13). */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "closed when either returns")
    @Outcome(expect = Expect.FORBIDDEN, desc = "returned before it was closed")
    @State
    public static class CloseAgainstClose {
        private final Rig rig = new Rig();
        private final FakeBackend opened = new FakeBackend();
        private final LazyBackend backend = new LazyBackend(() -> opened, "fake", Duration.ofSeconds(5));
        private final Client client = new Client(rig.core, backend, null);

        public CloseAgainstClose() {
            client.ping();
        }

        @Actor
        public void one(II_Result r) {
            client.close();
            r.r1 = bit(opened.closed);
        }

        @Actor
        public void other(II_Result r) {
            client.close();
            r.r2 = bit(opened.closed);
        }
    }

    /** A lost reply just as the reconcile tick comes to its end: it goes on (L-6). */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "one reconciliation is to come")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the doubt was forgotten, or there are two ticks")
    @State
    public static class DoubtAgainstReconcile {
        private static final long LEASE = 1_000_000_000;

        private final Rig.Clock clock = new Rig.Clock();
        private final Rig rig = Rig.of(clock);

        public DoubtAgainstReconcile() {
            rig.core.sweeper.doubt(LEASE);
            clock.nanos = 2 * LEASE;
        }

        @Actor
        public void reconcile() {
            rig.tick();
        }

        @Actor
        public void doubt() {
            rig.core.sweeper.doubt(LEASE);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = rig.timers.size();
        }
    }
}
