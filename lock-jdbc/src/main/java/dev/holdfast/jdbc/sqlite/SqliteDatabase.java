package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.StoreUri;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.JDBC;

/** Opens SQLite files as stores. */
public final class SqliteDatabase {

    /** What every file can do. The slack is zero: a lapsed lease blocks nobody for a moment longer. */
    public static final Capabilities CAPABILITIES = new Capabilities(
            Set.of(
                    Capability.CROSS_PROCESS,
                    Capability.DURABLE_GRANTS,
                    Capability.DURABLE_TOKENS,
                    Capability.LEASE_PER_LOCK,
                    Capability.FAIR_QUEUE,
                    Capability.FORCE_RELEASE,
                    Capability.INSPECTION,
                    Capability.RECONCILE),
            Duration.ofMillis(100),
            Duration.ZERO,
            200);

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final String URL = "jdbc:sqlite:";
    private static final Duration OPEN_WITHIN = Duration.ofSeconds(4);

    private SqliteDatabase() {}

    /**
     * Opens a file, making it where there is none.
     *
     * @param location what follows {@code jdbc:sqlite:}, without the options
     * @throws dev.holdfast.lock.ConfigurationException for a place or a file that cannot be a store
     * @throws StoreUnavailableException when the file does not work
     */
    public static Backend open(StoreUri uri, String location, BackendContext context) {
        return open(uri, location, context, StoreClock.of(context.ticker()));
    }

    static SqliteBackend open(StoreUri uri, String location, BackendContext context, StoreClock clock) {
        SqliteOptions options = SqliteOptions.of(uri);
        Path file = SqliteFile.check(location);
        NativeLibrary.prepare();
        Connection connection = connect(file, options.driver());
        SqliteSession session = new SqliteSession(file, connection, clock, options.busyTimeout());
        boolean ready = false;
        try {
            new SqliteSession(file, connection, clock, OPEN_WITHIN).call(OPEN_WITHIN, s -> {
                SqliteSchema.prepare(file, connection);
                return true;
            });
            SqliteBackend backend = new SqliteBackend(session, clock, options, context);
            ready = true;
            return backend;
        } catch (SqliteFailure failure) {
            throw new StoreUnavailableException(String.valueOf(failure.getMessage()), failure.getCause());
        } finally {
            if (!ready) {
                close(session);
            }
        }
    }

    private static Connection connect(Path file, Properties options) {
        Properties all = new Properties();
        all.putAll(options);
        all.setProperty("busy_timeout", "0"); // SqliteSession asks again itself
        try {
            return JDBC.createConnection(URL + file, all);
        } catch (SQLException e) {
            throw new StoreUnavailableException(SqliteErrors.text(file, e), e);
        }
    }

    static void close(SqliteSession session) {
        try {
            session.close();
        } catch (SQLException late) {
            LOG.debug("database did not close cleanly: file={}", session.file, late);
        }
    }
}
