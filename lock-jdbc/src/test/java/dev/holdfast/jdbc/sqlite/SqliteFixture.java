package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.testkit.StoreFixture;
import dev.holdfast.testkit.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One file in a folder of its own. */
final class SqliteFixture implements StoreFixture {

    private final @Nullable VirtualTime time;
    private final Path folder;
    private final List<SqliteBackend> backends = new CopyOnWriteArrayList<>();

    private final boolean raw;

    private SqliteFixture(@Nullable VirtualTime time, boolean raw) {
        this.time = time;
        this.raw = raw;
        try {
            folder = Files.createTempDirectory("holdfast-sqlite-tck");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SqliteFixture inRealTime() {
        return new SqliteFixture(null, true);
    }

    /** Without a raw view, whose retention of a minute is too long to wait for in real time. */
    static SqliteFixture inRealTimeAlone() {
        return new SqliteFixture(null, false);
    }

    static SqliteFixture inVirtualTime() {
        return new SqliteFixture(new VirtualTime(), true);
    }

    Path file() {
        return folder.resolve("locks.db");
    }

    @Override
    public Backend connect(BackendContext context) {
        String uri = "jdbc:sqlite:" + file() + "?holdfast.retention=1m";
        SqliteBackend backend =
                SqliteDatabase.open(StoreUri.parse(uri), file().toString(), context, StoreClock.of(context.ticker()));
        backends.add(backend);
        return backend;
    }

    @Override
    public Optional<VirtualTime> virtualTime() {
        return Optional.ofNullable(time);
    }

    @Override
    public Optional<RawView> raw() {
        return raw ? Optional.of(new Raw()) : Optional.empty();
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Raw implements RawView {
        @Override
        public void delete(String name) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                    PreparedStatement s = connection.prepareStatement("DELETE FROM holdfast_lock WHERE name = ?")) {
                s.setBytes(1, Statements.bytes(name));
                s.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public int residue() {
            SqliteBackend any = backends.get(backends.size() - 1);
            int dropped;
            do {
                dropped = any.purge.slice(1_000);
            } while (dropped > 0);
            any.purge.slice(1_000);
            backends.forEach(b -> b.owners.dropLapsed());
            int memory = backends.stream()
                    .mapToInt(b -> b.poller.size() + b.owners.size())
                    .sum();
            return memory + rows("holdfast_lock") + rows("holdfast_contender") + rows("holdfast_forced");
        }

        private int rows(String table) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                    PreparedStatement s = connection.prepareStatement("SELECT count(*) FROM " + table);
                    ResultSet rows = s.executeQuery()) {
                return rows.getInt(1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Duration retention() {
            return Duration.ofMinutes(1).plusSeconds(1);
        }
    }
}
