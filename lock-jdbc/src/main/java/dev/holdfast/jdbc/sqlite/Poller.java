package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the file for all contenders of one client, as long as there are any. Thread-safe.
 *
 * <p>One look asks SQLite whether anyone else has written, which costs microseconds; only then, or when a contender's time
 * has come, its name is read. Pauses start at 1 ms after a change and grow to {@code holdfast.poll}; they are jittered
 * and end early when a lease lapses. Reading the names of all is followed by four times as long without, so that many
 * contenders cannot occupy the client. A release in this process is told at once, see {@link Neighbours}.
 */
final class Poller {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final Duration WITHIN = Duration.ofMillis(100);
    private static final long SHORTEST = 1_000_000;
    private static final long AT_ONCE = 200_000;
    private static final double GROWTH = 1.3;
    private static final int REST = 4;
    private static final Ticker REAL = Ticker.system();

    private final SqliteSession session;
    private final Watches watches;
    private final StoreClock clock;
    private final Scheduler scheduler;
    private final long longest;
    private final Map<OwnerId, SqliteTicket> tickets = new ConcurrentHashMap<>();

    /** The same by name, for {@link #changed}. */
    private final Map<String, List<SqliteTicket>> byName = new ConcurrentHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();
    private boolean running;
    private boolean stopped;
    private Scheduler.@Nullable Scheduled next;

    // Written by the one running look only; successive looks may run on different threads.

    private volatile long version;
    private volatile long pause = SHORTEST;

    /** A change that not all contenders were looked up for yet. */
    private volatile boolean missed;

    /** When all may be looked up again. */
    private volatile long rested = REAL.nanos();

    Poller(SqliteSession session, Watches watches, StoreClock clock, Scheduler scheduler, Duration longest) {
        this.session = session;
        this.watches = watches;
        this.clock = clock;
        this.scheduler = scheduler;
        this.longest = longest.toNanos();
    }

    /** Looks out for the ticket until it is removed. */
    void add(SqliteTicket ticket, long left) {
        ticket.due = clock.nanos() + left;
        SqliteTicket before = tickets.put(ticket.request.owner(), ticket);
        if (before != ticket) {
            forget(before);
            byName.compute(ticket.request.name(), (name, all) -> {
                List<SqliteTicket> more = all == null ? new ArrayList<>(1) : new ArrayList<>(all);
                more.add(ticket);
                return more;
            });
        }
        if (before == null) {
            pause = SHORTEST;
            start();
        }
    }

    private void forget(@Nullable SqliteTicket gone) {
        if (gone != null) {
            byName.computeIfPresent(gone.request.name(), (name, all) -> {
                List<SqliteTicket> rest = all.stream().filter(t -> t != gone).toList();
                return rest.isEmpty() ? null : rest;
            });
        }
    }

    void remove(OwnerId owner) {
        if (!tickets.isEmpty()) {
            forget(tickets.remove(owner));
        }
    }

    int size() {
        return tickets.size();
    }

    /** Something happened to the name in this process. */
    void changed(String name) {
        for (SqliteTicket ticket : byName.getOrDefault(name, List.of())) {
            scheduler.execute(() -> look(ticket));
        }
    }

    /** No look starts from now on. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            tickets.clear();
            byName.clear();
            if (next != null) {
                next.cancel();
            }
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        lock.lock();
        try {
            if (!running && !stopped) {
                running = true;
                schedule(SHORTEST);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The caller holds the lock. */
    private void schedule(long delay) {
        next = scheduler.schedule(() -> scheduler.execute(this::lookAtAll), Duration.ofNanos(delay));
    }

    private void lookAtAll() {
        long started = REAL.nanos();
        missed |= isChanged();
        boolean all = missed && started - rested >= 0;
        long now = clock.nanos();
        long soonest = longest;
        for (SqliteTicket ticket : tickets.values()) {
            if (all || (ticket.due - now <= 0 && !ticket.isWoken())) {
                look(ticket);
            }
            if (!ticket.isWoken()) {
                soonest = Math.min(soonest, ticket.due - clock.nanos());
            }
        }
        if (all) {
            missed = false;
            rested = REAL.nanos() + REST * (REAL.nanos() - started);
        }
        pause = missed || all ? SHORTEST : Math.min(longest, (long) (pause * GROWTH));
        double jitter = ThreadLocalRandom.current().nextDouble(0.8, 1.0);
        goOn(Math.max(AT_ONCE, Math.min((long) (pause * jitter), soonest)));
    }

    private void goOn(long delay) {
        lock.lock();
        try {
            if (stopped || tickets.isEmpty()) {
                running = false;
                next = null;
            } else {
                schedule(delay);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isChanged() {
        try {
            long seen = session.call(WITHIN, Statements::dataVersion);
            boolean changed = seen != version;
            version = seen;
            return changed;
        } catch (SqliteFailure later) {
            LOG.debug("database cannot be polled, tried again", later);
            return false;
        }
    }

    private void look(SqliteTicket ticket) {
        try {
            Sight sight =
                    session.call(WITHIN, s -> Sight.of(s, watches, ticket.request.name(), ticket.request.owner()));
            ticket.due = clock.nanos() + sight.left();
            if (sight.left() <= 0 || sight.entry() == null) {
                ticket.wake();
            }
        } catch (SqliteFailure later) {
            ticket.due = clock.nanos() + longest;
            LOG.debug("contender cannot be looked up, tried again", later);
        } catch (RuntimeException broken) {
            LOG.debug("wake of a contender failed", broken);
        }
    }
}
