package dev.holdfast.internal;

import dev.holdfast.lock.LossCause;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.StoreEvents;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two clients of one memory store (L-1, L-2, L-3, F-1). */
public final class MemoryStoreRaces {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final AcquireRequest.Terms TERMS =
            new AcquireRequest.Terms(LEASE, 0, LEASE, new HolderDetails("host", 1, "", ""));

    private MemoryStoreRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** The store and its two clients. */
    private static final class Pair implements Scheduler, StoreEvents {
        private final MemoryStore store = MemoryStore.create(Rig.STILL);
        private final LockStore one = connect("one");
        private final LockStore other = connect("other");

        private LockStore connect(String client) {
            return store.connect(new BackendContext(client, Rig.STILL, this, this))
                    .locks();
        }

        static AcquireRequest request(String client) {
            return new AcquireRequest(Rig.NAME, new OwnerId(client, 1), Share.MUTEX, TERMS);
        }

        static GrantRef grant(String client) {
            return new GrantRef(Rig.NAME, new OwnerId(client, 1), 1, LEASE);
        }

        static long base(AcquireReply reply) {
            return reply instanceof AcquireReply.Granted granted ? granted.base() : 0;
        }

        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            return () -> {};
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void lost(String name, OwnerId owner, LossCause cause, String detail) {}

        @Override
        public void suspended(Object shard) {}

        @Override
        public void warning(String text) {}
    }

    /** Two attempts: one is granted (L-1). */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one is granted")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or neither")
    @State
    public static class AcquireAcquire {
        private final Pair pair = new Pair();

        @Actor
        public void one(II_Result r) {
            r.r1 = bit(Pair.base(pair.one.tryAcquire(Pair.request("one"))) > 0);
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = bit(Pair.base(pair.other.tryAcquire(Pair.request("other"))) > 0);
        }
    }

    /** A release against another client's attempt: whoever is granted has the higher token (F-1). */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "refused, and the lock is free afterwards")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "granted with a higher token")
    @Outcome(expect = Expect.FORBIDDEN, desc = "not released, or a token that did not rise")
    @State
    public static class ReleaseAgainstAcquire {
        private final Pair pair = new Pair();
        private final long first = Pair.base(pair.one.tryAcquire(Pair.request("one")));
        private long second;

        @Actor
        public void release(III_Result r) {
            r.r1 = bit(pair.one.release(Pair.grant("one")) instanceof ReleaseReply.Released);
        }

        @Actor
        public void acquire(III_Result r) {
            second = Pair.base(pair.other.tryAcquire(Pair.request("other")));
            r.r2 = bit(second > 0);
        }

        @Arbiter
        public void end(III_Result r) {
            boolean free = Pair.base(pair.one.tryAcquire(
                            new AcquireRequest(Rig.NAME, new OwnerId("one", 2), Share.MUTEX, TERMS)))
                    > first;
            r.r3 = second > first && !free ? 1 : second == 0 && free ? 0 : -1;
        }
    }

    /** A renewal against the release of the same grant: it never brings the grant back (L-3, L-5). */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 1", "1, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "released, renewed before or refused")
    @Outcome(expect = Expect.FORBIDDEN, desc = "held although it was released")
    @State
    public static class RenewAgainstRelease {
        private final Pair pair = new Pair();

        public RenewAgainstRelease() {
            pair.one.tryAcquire(Pair.request("one"));
        }

        @Actor
        public void renew(III_Result r) {
            r.r1 = bit(pair.one.renew(List.of(Pair.grant("one"))).get(0) instanceof RenewReply.Renewed);
        }

        @Actor
        public void release(III_Result r) {
            r.r2 = bit(pair.one.release(Pair.grant("one")) instanceof ReleaseReply.Released);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = bit(Pair.base(pair.other.tryAcquire(Pair.request("other"))) > 0);
        }
    }

    /** A release against another client's place in the queue: granted at once, or woken (L-9). */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "granted, at once or after the wake")
    @Outcome(expect = Expect.FORBIDDEN, desc = "waits without being woken")
    @State
    public static class ReleaseAgainstEnqueue {
        private final Pair pair = new Pair();
        private final AtomicInteger wakes = new AtomicInteger();
        private Ticket ticket;

        public ReleaseAgainstEnqueue() {
            pair.one.tryAcquire(Pair.request("one"));
        }

        @Actor
        public void release() {
            pair.one.release(Pair.grant("one"));
        }

        @Actor
        public void enqueue(II_Result r) {
            ticket = pair.other.enqueue(Pair.request("other"), wakes::incrementAndGet);
            r.r1 = bit(Pair.base(ticket.reply()) > 0);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = bit(r.r1 == 1 || (wakes.get() > 0 && Pair.base(ticket.poll(LEASE)) > 0));
        }
    }
}
