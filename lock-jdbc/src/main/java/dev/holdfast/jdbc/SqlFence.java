package dev.holdfast.jdbc;

import dev.holdfast.fence.FenceGate.GuardedWrite;
import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.InvalidInputException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The guard of a table of yours: each row keeps the highest fencing token it has seen, in a column (F-3). Works on any
 * database that has plain {@code UPDATE .. WHERE}; immutable and thread-safe, the connections are the caller's.
 *
 * <pre>{@code
 * SqlFence fence = SqlFence.on("stock", "id", "fence");      // fence: BIGINT, null or 0 at first
 * fence.enter(connection, 42, lease.fencingToken());          // before the first read
 * int left = readStock(connection, 42);
 * fence.update(connection, 42, lease.fencingToken(), Map.of("amount", left - 1));
 * }</pre>
 *
 * <p>A token on the write alone does not protect a read-modify-write: an old holder that is paused between read and write
 * is refused only if its successor has <b>entered</b> before it read.
 */
public final class SqlFence {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
    private static final Pattern TABLE = Pattern.compile(IDENTIFIER + "(\\." + IDENTIFIER + ")?");

    private final String table;
    private final String keyColumn;
    private final String fenceColumn;

    private SqlFence(String table, String keyColumn, String fenceColumn) {
        this.table = table;
        this.keyColumn = keyColumn;
        this.fenceColumn = fenceColumn;
    }

    /**
     * A guard on a table. Names go into statements as they are, so only plain ones are taken: letters, digits and
     * underscores, at most 63, the table with its schema before a dot where needed.
     *
     * @param keyColumn identifies a row
     * @param fenceColumn holds the mark: a 64-bit whole number
     * @throws InvalidInputException when a name is not plain
     */
    public static SqlFence on(String table, String keyColumn, String fenceColumn) {
        return new SqlFence(
                plain("table", table, TABLE),
                plain("keyColumn", keyColumn, IDENTIFIER),
                plain("fenceColumn", fenceColumn, IDENTIFIER));
    }

    /**
     * Raises the row's mark to the token. In a transaction it takes the row's lock until the end; with auto-commit it
     * counts at once. Idempotent: after a lost reply it is safe to call again. One statement, two when refused.
     *
     * @throws FenceRejectedException when a higher token has entered; nothing changed
     * @throws InvalidInputException when there is no such row; nothing changed
     * @throws SQLException what the database says; whether it took effect is as the database tells
     */
    public void enter(Connection connection, Object key, FencingToken token) throws SQLException {
        update(connection, key, token, Map.of());
    }

    /**
     * Sets columns of the row, in one statement with the check. Safe with and without a transaction.
     *
     * @param columns new values by column; the names must be plain
     * @throws FenceRejectedException when a higher token has entered; nothing changed
     * @throws InvalidInputException when there is no such row or a name is not plain; nothing changed
     * @throws SQLException what the database says
     */
    public void update(Connection connection, Object key, FencingToken token, Map<String, ?> columns)
            throws SQLException {
        StringBuilder sql = new StringBuilder("UPDATE ").append(table).append(" SET ");
        List<Object> values = new ArrayList<>();
        columns.forEach((column, value) -> {
            sql.append(plain("column", column, IDENTIFIER)).append(" = ?, ");
            values.add(value);
        });
        sql.append(fenceColumn).append(" = ? WHERE ").append(keyColumn).append(" = ? AND (");
        sql.append(fenceColumn).append(" IS NULL OR ").append(fenceColumn).append(" <= ?)");
        values.add(token.value());
        values.add(key);
        values.add(token.value());
        if (execute(connection, sql.toString(), values) == 0) {
            refuse(connection, key, token);
        }
    }

    /**
     * Enters and then runs any write, which the same transaction makes one step: the caller has begun it, and commits or
     * rolls back. The row's lock, taken by entering, keeps a later holder out until then.
     *
     * @param write runs statements on the same connection
     * @throws IllegalStateException when the connection commits each statement by itself
     * @throws FenceRejectedException when a higher token has entered; the write did not run
     * @throws InvalidInputException when there is no such row; the write did not run
     * @throws SQLException what the database says to the entering
     * @throws X what the write throws
     */
    public <X extends Exception> void write(
            Connection connection, Object key, FencingToken token, GuardedWrite<X> write) throws SQLException, X {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "guarded write needs a transaction: table=" + table + "; call setAutoCommit(false) before");
        }
        enter(connection, key, token);
        write.run();
    }

    private void refuse(Connection connection, Object key, FencingToken token) throws SQLException {
        String sql = "SELECT " + fenceColumn + " FROM " + table + " WHERE " + keyColumn + " = ?";
        try (PreparedStatement s = connection.prepareStatement(sql)) {
            s.setObject(1, key);
            try (ResultSet rows = s.executeQuery()) {
                if (!rows.next()) {
                    throw new InvalidInputException(
                            "no row to guard", table + "." + keyColumn, String.valueOf(key), "insert it first");
                }
                throw new FenceRejectedException(
                        table + "/" + key, token, new FencingToken(Math.max(rows.getLong(1), 1)));
            }
        }
    }

    private static int execute(Connection connection, String sql, List<Object> values) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                s.setObject(i + 1, values.get(i));
            }
            return s.executeUpdate();
        }
    }

    private static String plain(String parameter, String name, Pattern pattern) {
        if (!pattern.matcher(name).matches()) {
            throw new InvalidInputException(
                    "not a plain SQL name", parameter, "\"" + name + "\"", "use letters, digits and underscores");
        }
        return name;
    }
}
