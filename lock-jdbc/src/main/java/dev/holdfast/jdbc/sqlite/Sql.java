package dev.holdfast.jdbc.sqlite;

/**
 * Every statement of the SQLite store.
 *
 * <p><b>Format version</b> 1, in {@code PRAGMA user_version}; {@code PRAGMA application_id} is {@value #APPLICATION_ID}
 * ("HdFt"). <b>Units</b>: times are nanoseconds of the monotonic clock named by {@code boot}, except {@code since} and
 * {@code touched}: microseconds since 1970. Names are the bytes of their UTF-8 form, compared as bytes (L-11).
 * <b>Atomicity</b>: a statement alone is one transaction; those said to run "inside" run between {@link #BEGIN} and
 * {@link #COMMIT}, which holds the file's one write lock from its first moment on. Parameters are numbered.
 */
final class Sql {

    static final int APPLICATION_ID = 0x48644674;
    static final int FORMAT = 1;

    static final String BEGIN = "BEGIN IMMEDIATE";
    static final String COMMIT = "COMMIT";
    static final String ROLLBACK = "ROLLBACK";

    /** Whose file it is, in one statement because another process may be making it. Out: application, format, tables. */
    static final String IDENTITY = """
            SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
            FROM pragma_application_id, pragma_user_version""";

    /** How many tables the format has, and how many of them are there. */
    static final int TABLES = 4;

    static final String OWN_TABLES = """
            SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN
              ('holdfast_lock', 'holdfast_contender', 'holdfast_forced', 'holdfast_dropped')""";

    /** One row per name: last base, holder (client null = free), until = end of the lease or free since. */
    static final String CREATE_LOCK = """
            CREATE TABLE holdfast_lock (
              name BLOB NOT NULL PRIMARY KEY,
              base INTEGER NOT NULL CHECK (base BETWEEN 1 AND 2251799813685247),
              client TEXT, seq INTEGER,
              lease INTEGER NOT NULL, until INTEGER NOT NULL, boot INTEGER NOT NULL,
              since INTEGER NOT NULL, touched INTEGER NOT NULL,
              host TEXT NOT NULL, pid INTEGER NOT NULL, application TEXT NOT NULL, note TEXT NOT NULL
            ) WITHOUT ROWID""";

    /** The queue of each name, in order of arrival. */
    static final String CREATE_CONTENDER = """
            CREATE TABLE holdfast_contender (
              name BLOB NOT NULL, arrival INTEGER NOT NULL,
              client TEXT NOT NULL, seq INTEGER NOT NULL,
              lease INTEGER NOT NULL, seen INTEGER NOT NULL, boot INTEGER NOT NULL,
              PRIMARY KEY (name, arrival)
            ) WITHOUT ROWID""";

    /** Owners whose lock an operator took away, for their next renewal. */
    static final String CREATE_FORCED = """
            CREATE TABLE holdfast_forced (
              client TEXT NOT NULL, seq INTEGER NOT NULL, name BLOB NOT NULL,
              touched INTEGER NOT NULL, reason TEXT NOT NULL,
              PRIMARY KEY (client, seq, name)
            ) WITHOUT ROWID""";

    /** The highest base of any dropped row, so that a name that comes back goes on above it whatever the clocks say. */
    static final String CREATE_DROPPED =
            "CREATE TABLE holdfast_dropped (id INTEGER PRIMARY KEY CHECK (id = 1), base INTEGER NOT NULL)";

    static final String FILL_DROPPED = "INSERT INTO holdfast_dropped (id, base) VALUES (1, 0)";

    private static final String GRANT = """
            INSERT INTO holdfast_lock
              (name, base, client, seq, lease, until, boot, since, touched, host, pid, application, note)
            VALUES (?1, max(?2, 1 + (SELECT base FROM holdfast_dropped)), ?3, ?4, ?5, ?6 + ?5, ?7, ?8, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT (name) DO UPDATE SET
              base = max(base + 1, excluded.base), client = excluded.client, seq = excluded.seq,
              lease = excluded.lease, until = excluded.until, boot = excluded.boot,
              since = excluded.since, touched = excluded.touched,
              host = excluded.host, pid = excluded.pid, application = excluded.application, note = excluded.note
            """;

    /**
     * Takes the lock if it is free and nobody queues: the whole uncontended acquire. In: name, least base, client, seq,
     * lease, now, boot, wall, host, pid, application, note. Out: the base; no row = refused, nothing changed.
     */
    static final String ACQUIRE = GRANT + """
            WHERE (client IS NULL OR (boot = excluded.boot AND until <= ?6))
              AND NOT EXISTS (SELECT 1 FROM holdfast_contender c WHERE c.name = excluded.name)
            RETURNING base""";

    /** Takes the lock; inside, after the row and the queue were judged. In and out as {@link #ACQUIRE}. */
    static final String TAKE = GRANT + "WHERE true RETURNING base";

    /** In: name. Out: the row. */
    static final String ROW = """
            SELECT base, client, seq, lease, until, boot, since, host, pid, application, note
            FROM holdfast_lock WHERE name = ?1""";

    /** In: name. Out: its queue in order. */
    static final String QUEUE = """
            SELECT arrival, client, seq, lease, seen, boot
            FROM holdfast_contender WHERE name = ?1 ORDER BY arrival""";

    /** Gives up. In: now, wall, name, client, seq. Out: 1 changed row = it was held; 0 = nothing was touched (L-3). */
    static final String RELEASE = """
            UPDATE holdfast_lock SET client = NULL, seq = NULL, until = ?1, touched = ?2
            WHERE name = ?3 AND client = ?4 AND seq = ?5 AND until > ?1""";

    /**
     * Extends, never shortens, never revives (L-3, L-5). In: now, wall, name, client, seq, lease. Out: 1 changed row =
     * held on.
     */
    static final String RENEW = """
            UPDATE holdfast_lock SET until = max(until, ?1 + ?6), lease = max(lease, ?6), touched = ?2
            WHERE name = ?3 AND client = ?4 AND seq = ?5 AND until > ?1""";

    /** Joins the queue's end; inside. In: name, client, seq, lease, now, boot. */
    static final String JOIN = """
            INSERT INTO holdfast_contender (name, arrival, client, seq, lease, seen, boot)
            SELECT ?1, coalesce(max(arrival), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM holdfast_contender WHERE name = ?1""";

    /** Confirms an entry, never creates one. In: now, name, arrival. */
    static final String CONFIRM = "UPDATE holdfast_contender SET seen = ?1 WHERE name = ?2 AND arrival = ?3";

    /** Leaves the queue. In: name, client, seq. */
    static final String LEAVE = "DELETE FROM holdfast_contender WHERE name = ?1 AND client = ?2 AND seq = ?3";

    /** Removes who was passed over, and the taker itself; inside. In: name, the taker's arrival. */
    static final String PASS = "DELETE FROM holdfast_contender WHERE name = ?1 AND arrival <= ?2";

    /** Removes entries of other boots. In: boot. */
    static final String DROP_FOREIGN_CONTENDERS = "DELETE FROM holdfast_contender WHERE boot <> ?1";

    /** Notes a forced release; inside. In: client, seq, name, wall, reason. */
    static final String NOTE_FORCED =
            "INSERT OR REPLACE INTO holdfast_forced (client, seq, name, touched, reason) VALUES (?1, ?2, ?3, ?4, ?5)";

    /** Frees a lock whoever holds it; inside. In: now, wall, name, boot. */
    static final String FORCE =
            "UPDATE holdfast_lock SET client = NULL, seq = NULL, until = ?1, touched = ?2, boot = ?4 WHERE name = ?3";

    /** In: client, seq, name. Out: the operator's reason. */
    static final String FORCED = "SELECT reason FROM holdfast_forced WHERE client = ?1 AND seq = ?2 AND name = ?3";

    /** Held locks. In: now, boot, first name, name after the last, limit. Out: row, name, contenders. */
    static final String LIST = """
            SELECT base, client, seq, lease, until, boot, since, host, pid, application, note, name,
              (SELECT count(DISTINCT c.client) FROM holdfast_contender c WHERE c.name = l.name
                AND c.boot = ?2 AND ?1 - c.seen <= max(c.lease, 10000000000))
            FROM holdfast_lock l
            WHERE client IS NOT NULL AND (boot <> ?2 OR until > ?1) AND name >= ?3 AND name < ?4
            ORDER BY name LIMIT ?5""";

    /** Changes whenever another connection has written. */
    static final String DATA_VERSION = "PRAGMA data_version";

    /** Looks at a slice of the names, for rows past their retention. In: after this name, limit. Out: row, name, touched. */
    static final String SLICE = """
            SELECT base, client, seq, lease, until, boot, since, host, pid, application, note, name, touched
            FROM holdfast_lock WHERE name > ?1 ORDER BY name LIMIT ?2""";

    /**
     * Drops one row unless it has been touched since, somebody queues, or its base is not below one minted now (F-1);
     * inside, with {@link #NOTE_DROPPED}. In:
     * name, the base read, the until read, wall before which it was touched, base that would be minted now.
     */
    static final String DROP = """
            DELETE FROM holdfast_lock
            WHERE name = ?1 AND base = ?2 AND until = ?3 AND touched < ?4 AND base < ?5
              AND NOT EXISTS (SELECT 1 FROM holdfast_contender c WHERE c.name = holdfast_lock.name)""";

    /** Raises the mark of dropped bases; inside. In: base. */
    static final String NOTE_DROPPED = "UPDATE holdfast_dropped SET base = max(base, ?1)";

    /** Whether there is something for the two deletes of litter. In: boot, wall. Out: one row, 0 or 1. */
    static final String LITTER = """
            SELECT EXISTS (SELECT 1 FROM holdfast_contender WHERE boot <> ?1)
                OR EXISTS (SELECT 1 FROM holdfast_forced WHERE touched < ?2)""";

    /** In: wall. */
    static final String DROP_FORCED = "DELETE FROM holdfast_forced WHERE touched < ?1";

    private Sql() {}
}
