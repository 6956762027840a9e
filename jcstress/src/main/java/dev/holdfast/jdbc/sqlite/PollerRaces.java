package dev.holdfast.jdbc.sqlite;

import dev.holdfast.jcstress.StillTicker;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Share;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The looks at the file: one chain of them while anybody waits, and no change that nobody hears of (L-9, L-12). */
public final class PollerRaces {
    private static final Path FILE = Path.of("/nowhere/holdfast.db");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final AcquireRequest.Terms TERMS =
            new AcquireRequest.Terms(SECOND, 0, SECOND, new HolderDetails("host", 1, "", ""));
    private static final AcquireReply BUSY = new AcquireReply.Busy(null, SECOND);

    private PollerRaces() {}

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** The store of one client over a database that says nothing. */
    abstract static class Client implements Scheduler {
        final DeafDatabase database = new DeafDatabase();
        final ConcurrentLinkedQueue<Runnable> timers = new ConcurrentLinkedQueue<>();
        final AtomicInteger looks = new AtomicInteger();
        final AtomicInteger wakes = new AtomicInteger();
        final Poller poller;
        private final SqliteLockStore store;

        Client() {
            StoreClock clock = new StoreClock(StillTicker.STILL, 1);
            SqliteSession session = new SqliteSession(FILE, database.connection(), clock, SECOND);
            Watches watches = new Watches(clock);
            Owners owners = new Owners(clock);
            poller = new Poller(session, watches, clock, this, SECOND);
            store = new SqliteLockStore(
                    "c",
                    session,
                    owners,
                    new Contest(clock, owners, watches),
                    poller,
                    new Purge(session, clock, watches, this, SECOND));
        }

        final SqliteTicket ticket(long sequence) {
            AcquireRequest request = new AcquireRequest("n", new OwnerId("c", sequence), Share.MUTEX, TERMS);
            return new SqliteTicket(store, request, BUSY, wakes::incrementAndGet);
        }

        final void add(long sequence) {
            poller.add(ticket(sequence), SECOND.toNanos());
        }

        final void remove(long sequence) {
            poller.remove(new OwnerId("c", sequence));
        }

        @Override
        public final Scheduled schedule(Runnable task, Duration delay) {
            timers.add(task);
            return () -> timers.remove(task);
        }

        @Override
        public final void execute(Runnable task) {
            looks.incrementAndGet();
            task.run();
        }
    }

    /** A wake while the contender polls: the poll sees the change, or the contender is woken again. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "seen or woken")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a change that nobody heard of")
    @State
    public static class WakeAgainstPoll extends Client {
        private final SqliteTicket ticket = ticket(1);

        /** Woken, and about to poll. */
        public WakeAgainstPoll() {
            ticket.wake();
        }

        @Actor
        public void wake() {
            database.changed = true;
            ticket.wake();
        }

        @Actor
        public void poll() {
            ticket.poll(SECOND);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = bit(database.seen || wakes.get() > 1);
        }
    }

    /** A neighbour's release against the time-out of the contender: woken or not, and forgotten. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "woken or not, nothing left")
    @Outcome(expect = Expect.FORBIDDEN, desc = "woken twice, or still looked for")
    @State
    public static class WakeAgainstTimeout extends Client {
        public WakeAgainstTimeout() {
            add(1);
        }

        @Actor
        public void changed() {
            poller.changed("n");
        }

        @Actor
        public void timeOut() {
            remove(1);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = wakes.get();
            int before = looks.get();
            poller.changed("n");
            r.r2 = bit(poller.size() == 0 && looks.get() == before);
        }
    }

    /** A contender that comes while the last look ends: there is one chain of looks. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "one chain")
    @Outcome(expect = Expect.FORBIDDEN, desc = "nobody looks, or two chains")
    @State
    public static class AddAgainstLastLook extends Client {
        /** The chain runs, and its only contender has gone. */
        public AddAgainstLastLook() {
            add(1);
            remove(1);
        }

        @Actor
        public void lastLook() {
            timers.remove().run();
        }

        @Actor
        public void come() {
            add(2);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = timers.size();
        }
    }

    /** A contender that comes while the store is closed: no look is due after the stop. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "no look")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a look is due on a store that is closed")
    @State
    public static class AddAgainstStop extends Client {
        @Actor
        public void come() {
            add(1);
        }

        @Actor
        public void stop() {
            poller.stop();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = timers.size();
        }
    }
}
