package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.Optional;

/** One opened file: wires its parts. Thread-safe. */
final class SqliteBackend implements Backend {

    private static final Duration PING_WITHIN = Duration.ofSeconds(2);

    final SqliteSession session;
    final Owners owners;
    final Poller poller;
    final Purge purge;

    private final SqliteLockStore locks;
    private final SqliteInspector inspector;

    SqliteBackend(SqliteSession session, StoreClock clock, SqliteOptions options, BackendContext context) {
        this.session = session;
        Watches watches = new Watches(clock);
        owners = new Owners(clock);
        Contest contest = new Contest(clock, owners, watches);
        poller = new Poller(session, watches, clock, context.scheduler(), options.poll());
        purge = new Purge(session, clock, watches, context.scheduler(), options.retention());
        locks = new SqliteLockStore(context.client(), session, owners, contest, poller, purge);
        inspector = new SqliteInspector(session, contest);
        Neighbours.add(session.file, poller);
        purge.atOpen();
    }

    @Override
    public String description() {
        return "jdbc:sqlite:" + session.file;
    }

    @Override
    public SqliteLockStore locks() {
        return locks;
    }

    @Override
    public Optional<LockInspector> inspector() {
        return Optional.of(inspector);
    }

    /** An empty write transaction: proves that the file can be read and its write lock had. */
    @Override
    public Duration ping() {
        Ticker real = Ticker.system();
        long started = real.nanos();
        try {
            session.transaction(PING_WITHIN, s -> s.queue("").size());
        } catch (SqliteFailure failure) {
            throw new StoreUnavailableException(String.valueOf(failure.getMessage()), failure.getCause());
        }
        return Duration.ofNanos(real.nanos() - started);
    }

    @Override
    public void close() {
        Neighbours.remove(session.file, poller);
        poller.stop();
        SqliteDatabase.close(session);
    }
}
