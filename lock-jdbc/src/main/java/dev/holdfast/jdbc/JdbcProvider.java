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
import java.util.function.Supplier;

/** Opens {@code jdbc:<database>:..} URIs. Touches a driver type only when its database is opened. Thread-safe. */
public final class JdbcProvider implements BackendProvider {

    private static final String SCHEME = "jdbc";
    private static final String SQLITE = "sqlite";
    private static final Map<String, Database> DATABASES = Map.of(
            SQLITE, new Database("org.xerial:sqlite-jdbc", () -> SqliteDatabase.CAPABILITIES, SqliteDatabase::open));

    /** For {@link java.util.ServiceLoader}. */
    public JdbcProvider() {}

    @Override
    public List<String> schemes() {
        return List.of(SCHEME);
    }

    @Override
    public List<String> stores() {
        return new TreeSet<>(DATABASES.keySet())
                .stream().map(name -> SCHEME + ":" + name).toList();
    }

    /** {@code jdbc} alone stands for SQLite, which needs no server. */
    @Override
    public Capabilities capabilities(String scheme) {
        String name = scheme.equals(SCHEME) ? SQLITE : scheme.substring(scheme.indexOf(':') + 1);
        Database database = DATABASES.get(name.toLowerCase(Locale.ROOT));
        if (database == null) {
            throw noStore(name, scheme);
        }
        return database.capabilities.get();
    }

    @Override
    public Backend open(StoreUri uri, BackendContext context) {
        int colon = uri.path().indexOf(':');
        String name = colon < 0 ? uri.path() : uri.path().substring(0, colon);
        Database database = DATABASES.get(name.toLowerCase(Locale.ROOT));
        if (database == null || colon < 0) {
            throw noStore(name, uri.toString());
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

    private static ConfigurationException noStore(String name, String uri) {
        return new ConfigurationException("no store for database \"" + name + "\": uri=" + uri + ", supported="
                + new TreeSet<>(DATABASES.keySet()) + "; write for example jdbc:sqlite:/path/to/file.db");
    }

    /** A database that has a store: the driver's coordinates, what the store can do and how to open it. */
    private record Database(String artifact, Supplier<Capabilities> capabilities, Opener opener) {}

    @FunctionalInterface
    private interface Opener {
        Backend open(StoreUri uri, String location, BackendContext context);
    }
}
