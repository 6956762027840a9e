package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops rows past their retention (L-12). No timer: every {@value #GRANTS} grants look at twice as many rows, from where
 * the last slice ended, so that rows are looked at faster than new ones can be made; and each open looks at one slice
 * from a random place, for processes that take one lock and end. A row goes only when nobody holds it or queues for it
 * and the base that would be minted now is above its last (F-1). Thread-safe.
 */
final class Purge {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final int GRANTS = 256;
    private static final int ROWS = 2 * GRANTS;
    private static final int BATCH = 64;
    private static final Duration WITHIN = Duration.ofMillis(100);

    private final SqliteSession session;
    private final StoreClock clock;
    private final Watches watches;
    private final Scheduler scheduler;
    private final long retentionMicros;
    private final AtomicInteger grants = new AtomicInteger();
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile byte[] after = new byte[0];

    Purge(SqliteSession session, StoreClock clock, Watches watches, Scheduler scheduler, Duration retention) {
        this.session = session;
        this.clock = clock;
        this.watches = watches;
        this.scheduler = scheduler;
        this.retentionMicros = retention.toMillis() * 1_000;
    }

    /** Now and then, in the background. */
    void afterGrant() {
        if (grants.incrementAndGet() % GRANTS == 0 && running.compareAndSet(false, true)) {
            scheduler.execute(() -> {
                try {
                    slice(ROWS);
                } finally {
                    running.set(false);
                }
            });
        }
    }

    /** What other boots and long gone operators left behind, and one slice. */
    void atOpen() {
        byte[] random = new byte[2];
        ThreadLocalRandom.current().nextBytes(random);
        after = random;
        dropLitter();
        slice(ROWS / 2);
        if (after.length == 0) {
            slice(ROWS / 2); // the random place was behind the last name
        }
    }

    /** Looks at that many rows; how many were dropped. */
    int slice(int rows) {
        try {
            List<Statements.Named> old = session.call(WITHIN, s -> {
                List<Statements.Named> found = s.slice(after, rows);
                after = found.size() < rows
                        ? new byte[0]
                        : Statements.bytes(found.get(found.size() - 1).name());
                return found.stream().filter(this::isOld).toList();
            });
            int dropped = drop(old);
            if (dropped > 0) {
                LOG.debug("dropped rows past their retention: count={}", dropped);
            }
            return dropped;
        } catch (SqliteFailure later) {
            LOG.debug("rows past their retention could not be dropped, tried again later", later);
            return 0;
        }
    }

    /** In batches, so that nobody waits long for the file. */
    private int drop(List<Statements.Named> old) throws SqliteFailure {
        int dropped = 0;
        for (int from = 0; from < old.size(); from += BATCH) {
            List<Statements.Named> batch = old.subList(from, Math.min(old.size(), from + BATCH));
            dropped += session.transaction(WITHIN, s -> {
                int count = 0;
                for (Statements.Named each : batch) {
                    count += s.drop(each, cutoff()) ? 1 : 0;
                }
                return count;
            });
        }
        return dropped;
    }

    private void dropLitter() {
        try {
            session.call(WITHIN, s -> {
                if (s.hasLitter(cutoff())) {
                    s.dropForeignContenders();
                    s.dropForced(cutoff());
                }
                return true;
            });
        } catch (SqliteFailure later) {
            LOG.debug("entries of other boots could not be dropped, tried again at the next open", later);
        }
    }

    private long cutoff() {
        return clock.wallMicros() - retentionMicros;
    }

    private boolean isOld(Statements.Named each) {
        LockRow row = each.row();
        boolean past = each.extra() < cutoff();
        boolean foreign = row.owner() != null && row.boot() != clock.boot();
        return past && (foreign ? watches.left(each.name(), row) <= 0 : !row.isHeld(clock));
    }
}
