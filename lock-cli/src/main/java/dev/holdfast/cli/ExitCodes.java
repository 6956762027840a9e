package dev.holdfast.cli;

import dev.holdfast.lock.ErrorCode;

/** The exit codes of the command and what the library's errors become. The names follow sysexits.h where it has one. */
public final class ExitCodes {

    /** Done. */
    public static final int OK = 0;

    /** The question has a negative answer: nobody holds the lock, or the demo did not show what it should. */
    public static final int NO = 1;

    /** The command line is wrong. */
    public static final int USAGE = 64;

    /** The store does not answer. */
    public static final int UNAVAILABLE = 69;

    /** A fault of our own. */
    public static final int SOFTWARE = 70;

    /** The lock was refused or not free in time. */
    public static final int REFUSED = 75;

    /** The lease was lost. */
    public static final int LEASE_LOST = 76;

    /** The store is configured wrongly. */
    public static final int CONFIG = 78;

    /** The program cannot be executed. */
    public static final int NOT_EXECUTABLE = 126;

    /** There is no such program. */
    public static final int NOT_FOUND = 127;

    /** Added to the number of the signal that ended the program. */
    public static final int SIGNAL_BASE = 128;

    private ExitCodes() {}

    /** The exit code of a library error. */
    public static int of(ErrorCode code) {
        return switch (code) {
            case INVALID_INPUT -> USAGE;
            case BAD_CONFIGURATION, UNSUPPORTED_BY_STORE -> CONFIG;
            case STORE_UNAVAILABLE, INDETERMINATE -> UNAVAILABLE;
            case LOCK_REFUSED -> REFUSED;
            case LEASE_LOST, LEASE_UNCERTAIN, FENCE_REJECTED -> LEASE_LOST;
            case SELF_DEADLOCK, CLIENT_CLOSED -> SOFTWARE;
        };
    }
}
