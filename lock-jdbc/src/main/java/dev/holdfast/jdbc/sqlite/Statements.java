package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Tokens;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements of {@link Sql} as calls, each prepared at its first use. Reads the clock for every statement, so that no
 * time grows old while a call waits for the file. Not thread-safe: {@link SqliteSession} hands it to one caller at a time.
 */
final class Statements {

    /** Zero or negative bases and the like never come out of the file; this stands for "refused". */
    static final long REFUSED = 0;

    final StoreClock clock;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final List<Runnable> effects = new ArrayList<>();

    Statements(Connection connection, StoreClock clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** A row of {@link #list} or {@link #slice}: the last column is the count of contenders, or when it was touched. */
    record Named(String name, LockRow row, long extra) {}

    /** Puts off what is true only once the work is committed. Runs under the session's lock. */
    void then(Runnable effect) {
        effects.add(effect);
    }

    /** Committed. */
    void settle() {
        if (!effects.isEmpty()) {
            effects.forEach(Runnable::run);
            effects.clear();
        }
    }

    /** Not committed. */
    void forget() {
        effects.clear();
    }

    /** Makes every statement anew at its next use: the driver finalizes one that fails, unless the file was busy. */
    void discard() {
        for (PreparedStatement each : prepared.values()) {
            try {
                each.close();
            } catch (SQLException finalizedBefore) {
                // nothing is left to close
            }
        }
        prepared.clear();
    }

    static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** The base; {@link #REFUSED} when it was not free. */
    long acquire(AcquireRequest request) throws SQLException {
        return grant(Sql.ACQUIRE, request);
    }

    long take(AcquireRequest request) throws SQLException {
        return grant(Sql.TAKE, request);
    }

    private long grant(String sql, AcquireRequest request) throws SQLException {
        AcquireRequest.Terms terms = request.terms();
        HolderDetails details = terms.holder();
        long wall = clock.wallMicros();
        PreparedStatement s = statement(sql);
        s.setBytes(1, bytes(request.name()));
        s.setLong(2, Tokens.nextBase(0, wall, terms.tokenFloor()));
        s.setString(3, request.owner().client());
        s.setLong(4, request.owner().sequence());
        s.setLong(5, Ticker.nanosOf(terms.lease()));
        s.setLong(6, clock.nanos());
        s.setLong(7, clock.boot());
        s.setLong(8, wall);
        s.setString(9, details.host());
        s.setLong(10, details.pid());
        s.setString(11, details.application());
        s.setString(12, details.note());
        try (ResultSet rows = s.executeQuery()) {
            long base = REFUSED;
            while (rows.next()) { // to the end: the commit, and its errors, come with the last step
                base = rows.getLong(1);
            }
            return base;
        }
    }

    @Nullable
    LockRow row(String name) throws SQLException {
        PreparedStatement s = statement(Sql.ROW);
        s.setBytes(1, bytes(name));
        try (ResultSet rows = s.executeQuery()) {
            return rows.next() ? row(rows) : null;
        }
    }

    private static LockRow row(ResultSet rows) throws SQLException {
        String client = rows.getString(2);
        return new LockRow(
                rows.getLong(1),
                client == null ? null : new OwnerId(client, rows.getLong(3)),
                rows.getLong(4),
                rows.getLong(5),
                rows.getLong(6),
                rows.getLong(7),
                new HolderDetails(rows.getString(8), rows.getLong(9), rows.getString(10), rows.getString(11)));
    }

    List<Contender> queue(String name) throws SQLException {
        PreparedStatement s = statement(Sql.QUEUE);
        s.setBytes(1, bytes(name));
        try (ResultSet rows = s.executeQuery()) {
            List<Contender> queue = new ArrayList<>();
            while (rows.next()) {
                queue.add(new Contender(
                        rows.getLong(1),
                        new OwnerId(rows.getString(2), rows.getLong(3)),
                        rows.getLong(4),
                        rows.getLong(5),
                        rows.getLong(6)));
            }
            return queue;
        }
    }

    /** Whether the owner held it until now. */
    boolean release(String name, OwnerId owner) throws SQLException {
        PreparedStatement s = statement(Sql.RELEASE);
        s.setLong(1, clock.nanos());
        s.setLong(2, clock.wallMicros());
        s.setBytes(3, bytes(name));
        setOwner(s, 4, owner);
        return s.executeUpdate() > 0;
    }

    /** Whether the owner holds it on. */
    boolean renew(String name, OwnerId owner, long lease) throws SQLException {
        PreparedStatement s = statement(Sql.RENEW);
        s.setLong(1, clock.nanos());
        s.setLong(2, clock.wallMicros());
        s.setBytes(3, bytes(name));
        setOwner(s, 4, owner);
        s.setLong(6, lease);
        return s.executeUpdate() > 0;
    }

    void join(String name, OwnerId owner, long lease) throws SQLException {
        PreparedStatement s = statement(Sql.JOIN);
        s.setBytes(1, bytes(name));
        setOwner(s, 2, owner);
        s.setLong(4, lease);
        s.setLong(5, clock.nanos());
        s.setLong(6, clock.boot());
        s.executeUpdate();
    }

    void confirm(String name, long arrival) throws SQLException {
        PreparedStatement s = statement(Sql.CONFIRM);
        s.setLong(1, clock.nanos());
        s.setBytes(2, bytes(name));
        s.setLong(3, arrival);
        s.executeUpdate();
    }

    /** Whether it was in the queue. */
    boolean leave(String name, OwnerId owner) throws SQLException {
        PreparedStatement s = statement(Sql.LEAVE);
        s.setBytes(1, bytes(name));
        setOwner(s, 2, owner);
        return s.executeUpdate() > 0;
    }

    void pass(String name, long arrival) throws SQLException {
        PreparedStatement s = statement(Sql.PASS);
        s.setBytes(1, bytes(name));
        s.setLong(2, arrival);
        s.executeUpdate();
    }

    void dropForeignContenders() throws SQLException {
        PreparedStatement s = statement(Sql.DROP_FOREIGN_CONTENDERS);
        s.setLong(1, clock.boot());
        s.executeUpdate();
    }

    void force(String name, OwnerId owner, String reason) throws SQLException {
        PreparedStatement note = statement(Sql.NOTE_FORCED);
        setOwner(note, 1, owner);
        note.setBytes(3, bytes(name));
        note.setLong(4, clock.wallMicros());
        note.setString(5, reason);
        note.executeUpdate();
        PreparedStatement force = statement(Sql.FORCE);
        force.setLong(1, clock.nanos());
        force.setLong(2, clock.wallMicros());
        force.setBytes(3, bytes(name));
        force.setLong(4, clock.boot());
        force.executeUpdate();
    }

    /** The operator's reason, where the owner was forced out. */
    Optional<String> forced(String name, OwnerId owner) throws SQLException {
        PreparedStatement s = statement(Sql.FORCED);
        setOwner(s, 1, owner);
        s.setBytes(3, bytes(name));
        try (ResultSet rows = s.executeQuery()) {
            return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
        }
    }

    /** Held locks from one name on to before another, in order. */
    List<Named> list(byte[] from, byte[] before, int limit) throws SQLException {
        PreparedStatement s = statement(Sql.LIST);
        s.setLong(1, clock.nanos());
        s.setLong(2, clock.boot());
        s.setBytes(3, from);
        s.setBytes(4, before);
        s.setInt(5, limit);
        return named(s);
    }

    List<Named> slice(byte[] after, int limit) throws SQLException {
        PreparedStatement s = statement(Sql.SLICE);
        s.setBytes(1, after);
        s.setInt(2, limit);
        return named(s);
    }

    private static List<Named> named(PreparedStatement s) throws SQLException {
        try (ResultSet rows = s.executeQuery()) {
            List<Named> found = new ArrayList<>();
            while (rows.next()) {
                String name = new String(rows.getBytes(12), StandardCharsets.UTF_8);
                found.add(new Named(name, row(rows), rows.getLong(13)));
            }
            return found;
        }
    }

    /** Drops a row past its retention unless it changed since it was read; inside a transaction. */
    boolean drop(Named old, long touchedBefore) throws SQLException {
        PreparedStatement s = statement(Sql.DROP);
        s.setBytes(1, bytes(old.name()));
        s.setLong(2, old.row().base());
        s.setLong(3, old.row().until());
        s.setLong(4, touchedBefore);
        s.setLong(5, Tokens.nextBase(0, clock.wallMicros(), 0));
        if (s.executeUpdate() == 0) {
            return false;
        }
        PreparedStatement note = statement(Sql.NOTE_DROPPED);
        note.setLong(1, old.row().base());
        note.executeUpdate();
        return true;
    }

    boolean hasLitter(long touchedBefore) throws SQLException {
        PreparedStatement s = statement(Sql.LITTER);
        s.setLong(1, clock.boot());
        s.setLong(2, touchedBefore);
        try (ResultSet rows = s.executeQuery()) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    void dropForced(long touchedBefore) throws SQLException {
        PreparedStatement s = statement(Sql.DROP_FORCED);
        s.setLong(1, touchedBefore);
        s.executeUpdate();
    }

    long dataVersion() throws SQLException {
        try (ResultSet rows = statement(Sql.DATA_VERSION).executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    void begin() throws SQLException {
        statement(Sql.BEGIN).executeUpdate();
    }

    void commit() throws SQLException {
        statement(Sql.COMMIT).executeUpdate();
    }

    /** Ends a transaction that failed; SQLite may have done so itself. */
    void rollback() {
        try {
            statement(Sql.ROLLBACK).executeUpdate();
        } catch (SQLException alreadyRolledBack) {
            // "no transaction is active"
        }
    }

    private static void setOwner(PreparedStatement s, int index, OwnerId owner) throws SQLException {
        s.setString(index, owner.client());
        s.setLong(index + 1, owner.sequence());
    }

    private PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }
}
