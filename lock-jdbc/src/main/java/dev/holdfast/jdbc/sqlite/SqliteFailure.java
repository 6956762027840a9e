package dev.holdfast.jdbc.sqlite;

import java.io.Serial;

/** A call that did not work, and whether it may have taken effect all the same. */
final class SqliteFailure extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean unknown;

    SqliteFailure(String message, boolean unknown, Throwable cause) {
        super(message, cause);
        this.unknown = unknown;
    }

    /** True: nobody knows whether it took effect. False: it did not. */
    boolean isUnknown() {
        return unknown;
    }

    /** The file was busy for too long; another call would be too. */
    boolean isBusy() {
        return getCause() instanceof java.sql.SQLException sql && SqliteErrors.isBusy(sql);
    }
}
