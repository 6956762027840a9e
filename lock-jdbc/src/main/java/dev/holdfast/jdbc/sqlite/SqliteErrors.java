package dev.holdfast.jdbc.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * What each SQLite result code means to a caller: a text that names the file and the remedy, and whether the statement
 * may have taken effect.
 *
 * <p>"May have": what fails after the commit record may have reached the log. That can be any I/O error but those of
 * reading and locking, and lack of memory while the log's index is written. Everything else is rolled back by SQLite
 * before it answers. A full disk is among the definite ones: a commit record that was not written whole fails its
 * checksum.
 */
final class SqliteErrors {

    private static final long LEAST_SPACE = 256 << 10;
    private static final int PRIMARY = 0xff;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int NOMEM = 7;
    private static final int READONLY = 8;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int PERM = 3;
    private static final int CONSTRAINT = 19;
    private static final int NOTADB = 26;

    private static final Set<SQLiteErrorCode> READ_ERRORS = Set.of(
            SQLiteErrorCode.SQLITE_IOERR_READ,
            SQLiteErrorCode.SQLITE_IOERR_SHORT_READ,
            SQLiteErrorCode.SQLITE_IOERR_LOCK,
            SQLiteErrorCode.SQLITE_IOERR_RDLOCK,
            SQLiteErrorCode.SQLITE_IOERR_CHECKRESERVEDLOCK,
            SQLiteErrorCode.SQLITE_IOERR_ACCESS);

    private SqliteErrors() {}

    static boolean isBusy(SQLException e) {
        int code = primary(e);
        return code == BUSY || code == LOCKED;
    }

    static SqliteFailure failure(Path file, SQLException e) {
        return new SqliteFailure(text(file, e), isUnknown(e), e);
    }

    static boolean isUnknown(SQLException e) {
        int code = primary(e);
        if (code == IOERR) {
            return !(e instanceof SQLiteException sqlite && READ_ERRORS.contains(sqlite.getResultCode()));
        }
        return code == NOMEM;
    }

    static String text(Path file, SQLException e) {
        return switch (primary(e)) {
            case BUSY, LOCKED ->
                "database is busy: file=" + file + "; another process holds its write lock, look for a stopped one or"
                        + " raise " + SqliteOptions.BUSY_TIMEOUT;
            case FULL -> noSpace(file);
            case READONLY, PERM ->
                "database may not be written: file=" + file + "; change the permissions of the file, of its -wal and"
                        + " -shm beside it and of its folder";
            case CANTOPEN ->
                "database cannot be opened: file=" + file + "; check that its folder is there and writable";
            case NOTADB -> "file is not a SQLite database: file=" + file + "; move it away or name another file";
            case CORRUPT ->
                "database is damaged: file=" + file + "; stop all that use it, then move it away together with -wal and"
                        + " -shm, a new one is made";
            case IOERR ->
                isFull(file)
                        ? noSpace(file)
                        : "database I/O failed: file=" + file + ", code=" + code(e) + "; check the disk";
            case NOMEM -> "out of memory in the database: file=" + file + "; free memory";
            case CONSTRAINT ->
                "database refused a value: file=" + file + ", message=" + e.getMessage()
                        + "; is the token base beyond 51 bits?";
            default -> "database failed: file=" + file + ", code=" + code(e) + ", message=" + e.getMessage();
        };
    }

    private static String noSpace(Path file) {
        return "no space left for the database: file=" + file + "; free space on its file system";
    }

    /** A full disk also shows as a failure to grow the -wal or -shm file. */
    private static boolean isFull(Path file) {
        try {
            return Files.getFileStore(file).getUsableSpace() < LEAST_SPACE;
        } catch (IOException unknown) {
            return false;
        }
    }

    private static int primary(SQLException e) {
        return e.getErrorCode() & PRIMARY;
    }

    private static String code(SQLException e) {
        return e instanceof SQLiteException sqlite ? sqlite.getResultCode().name() : Integer.toString(e.getErrorCode());
    }
}
