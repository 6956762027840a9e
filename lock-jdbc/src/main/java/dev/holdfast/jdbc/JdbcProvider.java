package dev.holdfast.jdbc;

import dev.holdfast.jdbc.sqlite.SqliteDatabase;
import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.StoreUri;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Opens {@code jdbc:<database>:..} URIs. Touches a driver type only when its database is opened. Thread-safe. */
public final class JdbcProvider implements BackendProvider {

    private static final String SCHEME = "jdbc";
    private static final Map<String, Database> DATABASES =
            Map.of("sqlite", new Database("org.xerial:sqlite-jdbc", SqliteDatabase::open));

    /** For {@link java.util.ServiceLoader}. */
    public JdbcProvider() {}

    @Override
    public List<String> schemes() {
        return List.of(SCHEME);
    }

    @Override
    public Capabilities capabilities(String scheme) {
        return SqliteDatabase.CAPABILITIES;
    }

    @Override
    public Backend open(StoreUri uri, BackendContext context) {
        int colon = uri.path().indexOf(':');
        String name = colon < 0 ? uri.path() : uri.path().substring(0, colon);
        Database database = DATABASES.get(name.toLowerCase(Locale.ROOT));
        if (database == null || colon < 0) {
            throw new ConfigurationException("no store for database \"" + name + "\": uri=" + uri + ", supported="
                    + new TreeSet<>(DATABASES.keySet()) + "; write for example jdbc:sqlite:/path/to/file.db");
        }
        try {
            return database.opener.open(uri, uri.path().substring(colon + 1), context);
        } catch (NoClassDefFoundError missing) {
            throw new ConfigurationException(
                    "driver is missing for database \"" + name + "\": class=" + missing.getMessage() + "; add "
                            + database.artifact + " to the class path",
                    missing);
        }
    }

    /** A database that has a store: the driver's coordinates and how to open it. */
    private record Database(String artifact, Opener opener) {}

    @FunctionalInterface
    private interface Opener {
        Backend open(StoreUri uri, String location, BackendContext context);
    }
}
