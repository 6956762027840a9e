package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Notices that the file was deleted, replaced or moved while it is open: SQLite goes on with the old one, and whoever opens the
 * path next gets another, so that both would grant. A file that was moved and is reached by a link is another too, though it is
 * the same: its log is named after the place that the link leads to. Looks at most every 100 ms, which costs microseconds.
 *
 * <p>Not thread-safe: used under the lock of {@link SqliteSession}.
 */
final class FileWatch {

    private static final long EVERY = 100_000_000L;
    private static final Ticker REAL = Ticker.system();

    private final Path file;
    private final @Nullable Identity opened;
    private long next;

    /** The file's number in its file system, and its place once every link is followed. */
    private record Identity(Object key, Path place) {}

    FileWatch(Path file) {
        this.file = file;
        this.opened = opened(file);
        this.next = REAL.nanos() + EVERY;
    }

    /** Passes while the path still leads to the file that was opened; {@link SqliteFailure#isGone} where it surely does not. */
    void check() throws SqliteFailure {
        long now = REAL.nanos();
        if (opened == null || now - next < 0) {
            return;
        }
        if (!opened.equals(found())) {
            throw SqliteFailure.gone(
                    "database file was deleted, replaced or moved while in use: file=" + file
                            + "; restart every process that uses it",
                    new SQLException("file changed"));
        }
        next = now + EVERY;
    }

    /** Null where there is no file. */
    private @Nullable Identity found() throws SqliteFailure {
        try {
            return identity(file);
        } catch (NoSuchFileException gone) {
            return null;
        } catch (IOException unknown) {
            throw new SqliteFailure(
                    "database cannot be opened: file=" + file + "; check that its folder is there and writable",
                    false,
                    unknown);
        }
    }

    /** Null where there is no file or the file system numbers none. */
    private static @Nullable Identity opened(Path file) {
        try {
            return identity(file);
        } catch (IOException gone) {
            return null;
        }
    }

    private static @Nullable Identity identity(Path file) throws IOException {
        @Nullable
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key == null ? null : new Identity(key, file.toRealPath());
    }
}
