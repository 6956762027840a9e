package dev.holdfast.cli.demo;

import dev.holdfast.jdbc.SqlFence;
import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The guarded resource of the demo: a SQLite file with the stock, its guard column that refuses late writers (F-3), and the sales. One
 * connection; not thread-safe.
 *
 * <p>Selling is a read-modify-write in two steps, as in a program that reads, thinks and writes: only the lock makes it safe, and
 * only the mark makes it safe from a holder that slept past its lease.
 */
final class Shop implements AutoCloseable {

    private static final SqlFence FENCE = SqlFence.on("stock", "id", "fence");
    private static final int ITEM = 1;

    private final Connection connection;

    private Shop(Connection connection) {
        this.connection = connection;
    }

    static Shop create(Path file, int stock) throws SQLException {
        Shop shop = open(file);
        try (Statement statement = shop.connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE stock (id INTEGER PRIMARY KEY, amount INTEGER, fence INTEGER)");
            statement.executeUpdate("CREATE TABLE entry (id INTEGER PRIMARY KEY, token INTEGER NOT NULL)");
            statement.executeUpdate("CREATE TABLE sale (id INTEGER PRIMARY KEY, worker INTEGER NOT NULL)");
            statement.executeUpdate("CREATE TABLE naive_lock (name TEXT PRIMARY KEY, owner INTEGER, until REAL)");
        }
        shop.update("INSERT INTO stock (id, amount) VALUES (?, ?)", ITEM, stock);
        return shop;
    }

    static Shop open(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection(
                "jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=NORMAL&busy_timeout=10000");
        return new Shop(connection);
    }

    /**
     * Raises the mark before the first read.
     *
     * @throws FenceRejectedException when a later holder was here; nothing changed
     */
    void enter(FencingToken token) throws SQLException {
        transaction(() -> {
            FENCE.enter(connection, ITEM, token);
            update("INSERT INTO entry (token) VALUES (?)", token.value());
        });
    }

    int amount() throws SQLException {
        return (int) number("SELECT amount FROM stock");
    }

    /**
     * Writes what is left and the sale, in one transaction with the check of the token.
     *
     * @throws FenceRejectedException when a later holder was here; nothing was written
     */
    void sell(int worker, int left, FencingToken token) throws SQLException {
        transaction(() -> {
            FENCE.update(connection, ITEM, token, Map.of("amount", left));
            count(worker);
        });
    }

    /** The same without the check: for {@code --unsafe}. */
    void sellUnchecked(int worker, int left) throws SQLException {
        transaction(() -> {
            update("UPDATE stock SET amount = ?", left);
            count(worker);
        });
    }

    /** The naive lock: a row with an end. */
    boolean takeNaiveLock(int worker, long leaseMillis) throws SQLException {
        int[] taken = new int[1];
        transaction(() -> taken[0] = update(
                "INSERT INTO naive_lock VALUES ('stock', ?, unixepoch('subsec') * 1000 + ?) ON CONFLICT (name) DO UPDATE SET"
                        + " owner = excluded.owner, until = excluded.until WHERE until < unixepoch('subsec') * 1000",
                worker,
                leaseMillis));
        return taken[0] > 0;
    }

    /** Drops the row, whosever it is: this is the mistake. */
    void dropNaiveLock() throws SQLException {
        transaction(() -> update("DELETE FROM naive_lock"));
    }

    /** What the books say. */
    Books books() throws SQLException {
        Map<Integer, Integer> sales = new TreeMap<>();
        List<Long> tokens = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT worker, count(*) FROM sale GROUP BY worker")) {
                while (rows.next()) {
                    sales.put(rows.getInt(1), rows.getInt(2));
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT token FROM entry ORDER BY id")) {
                while (rows.next()) {
                    tokens.add(rows.getLong(1));
                }
            }
        }
        return new Books(sales, tokens, amount());
    }

    /**
     * The end state.
     *
     * @param sales sales by worker
     * @param tokens the tokens in the order in which their holders entered
     * @param left the stock as written last
     */
    record Books(Map<Integer, Integer> sales, List<Long> tokens, int left) {}

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void count(int worker) throws SQLException {
        update("INSERT INTO sale (worker) VALUES (?)", worker);
    }

    /** The write lock is taken at the start: one taken later, after a read, could not be waited for. */
    private void transaction(Work work) throws SQLException {
        execute("BEGIN IMMEDIATE");
        boolean done = false;
        try {
            work.run();
            execute("COMMIT");
            done = true;
        } finally {
            if (!done) {
                execute("ROLLBACK");
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int update(String sql, long... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setLong(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private interface Work {
        void run() throws SQLException;
    }
}
