package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.ConfigurationException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes a new file ours, refuses one that is not, and sets the connection up. Safe between processes that open one new
 * file at a time: the second look is inside the transaction that creates.
 */
final class SqliteSchema {

    /** The log is cut back to this after it had to grow. */
    private static final int LOG_BYTES = 4 << 20;

    private SqliteSchema() {}

    /**
     * Prepares a connection.
     *
     * @throws ConfigurationException when the file belongs to something else or has another format
     * @throws SQLException when it does not work; busy is worth another try
     */
    static void prepare(Path file, Connection connection) throws SQLException {
        try (Statement s = connection.createStatement()) {
            boolean isNew = isNew(file, s);
            String mode = text(s, "PRAGMA journal_mode = WAL");
            if (!mode.equalsIgnoreCase("wal")) {
                throw new ConfigurationException("database cannot use a write-ahead log: file=" + file
                        + ", journal_mode=" + mode + "; put the file on a local disk");
            }
            s.execute("PRAGMA synchronous = NORMAL");
            s.execute("PRAGMA trusted_schema = OFF");
            text(s, "PRAGMA journal_size_limit = " + LOG_BYTES);
            if (isNew) {
                create(file, s);
            }
        }
    }

    private static boolean isNew(Path file, Statement s) throws SQLException {
        int application;
        int format;
        int tables;
        try (ResultSet rows = s.executeQuery(Sql.IDENTITY)) {
            rows.next();
            application = rows.getInt(1);
            format = rows.getInt(2);
            tables = rows.getInt(3);
        }
        if (application == Sql.APPLICATION_ID) {
            if (format != Sql.FORMAT) {
                throw new ConfigurationException("database has another format: file=" + file + ", format=" + format
                        + ", known=" + Sql.FORMAT
                        + "; use the version of Holdfast that wrote it, or another file");
            }
            requireTables(file, s);
            return false;
        }
        if (application != 0 || format != 0 || tables > 0) {
            throw new ConfigurationException("database belongs to something else: file=" + file + ", tables=" + tables
                    + ", application_id=" + application + ", user_version=" + format
                    + "; name a file that is Holdfast's own, a new one is made");
        }
        return true;
    }

    private static void requireTables(Path file, Statement s) throws SQLException {
        try (ResultSet rows = s.executeQuery(Sql.OWN_TABLES)) {
            rows.next();
            if (rows.getInt(1) != Sql.TABLES) {
                throw new ConfigurationException("database lacks tables of its format: file=" + file + ", format="
                        + Sql.FORMAT + ", tables=" + rows.getInt(1) + ", expected=" + Sql.TABLES
                        + "; stop all that use it and move it away, a new one is made");
            }
        }
    }

    private static void create(Path file, Statement s) throws SQLException {
        s.execute(Sql.BEGIN);
        boolean done = false;
        try {
            if (isNew(file, s)) {
                s.execute(Sql.CREATE_LOCK);
                s.execute(Sql.CREATE_CONTENDER);
                s.execute(Sql.CREATE_FORCED);
                s.execute(Sql.CREATE_DROPPED);
                s.execute(Sql.FILL_DROPPED);
                s.execute("PRAGMA user_version = " + Sql.FORMAT);
                s.execute("PRAGMA application_id = " + Sql.APPLICATION_ID);
            }
            s.execute(Sql.COMMIT);
            done = true;
        } finally {
            if (!done) {
                rollback(s);
            }
        }
    }

    private static void rollback(Statement s) {
        try {
            s.execute(Sql.ROLLBACK);
        } catch (SQLException alreadyRolledBack) {
            // "no transaction is active"
        }
    }

    private static String text(Statement s, String sql) throws SQLException {
        try (ResultSet rows = s.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }
}
