package dev.holdfast.jdbc.sqlite;

import java.io.Serial;

/** A call that did not work, and whether it may have taken effect all the same. */
final class SqliteFailure extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean unknown;
    private final boolean gone;

    SqliteFailure(String message, boolean unknown, Throwable cause) {
        this(message, unknown, false, cause);
    }

    private SqliteFailure(String message, boolean unknown, boolean gone, Throwable cause) {
        super(message, cause);
        this.unknown = unknown;
        this.gone = gone;
    }

    /** The file that was opened is no longer there for others: what is in it holds no more. */
    static SqliteFailure gone(String message, Throwable cause) {
        return new SqliteFailure(message, false, true, cause);
    }

    /** True: nobody knows whether it took effect. False: it did not. */
    boolean isUnknown() {
        return unknown;
    }

    /** Others find another file, or none: every grant in ours is forgotten. */
    boolean isGone() {
        return gone;
    }

    /** The file was busy for too long; another call would be too. */
    boolean isBusy() {
        return getCause() instanceof java.sql.SQLException sql && SqliteErrors.isBusy(sql);
    }
}
