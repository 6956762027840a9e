package dev.holdfast.cli;

import dev.holdfast.lock.Effect;

/** The kinds of error that are the command's own, each with a row in docs/errors.md. */
public enum CliError {
    /** The command line cannot be read, or lacks something. */
    USAGE(ExitCodes.USAGE, Effect.NO),
    /** The arguments have characters that the locale of this process cannot hold. */
    LOCALE(ExitCodes.USAGE, Effect.NO),
    /** Nobody holds the lock that was to be shown or released. */
    NOT_HELD(ExitCodes.NO, Effect.NO),
    /** The program to run is there but cannot be executed. */
    COMMAND_NOT_EXECUTABLE(ExitCodes.NOT_EXECUTABLE, Effect.NO),
    /** The program to run is not there. */
    COMMAND_NOT_FOUND(ExitCodes.NOT_FOUND, Effect.NO),
    /** The program was stopped because its lease was lost or about to be lost. */
    COMMAND_STOPPED(ExitCodes.LEASE_LOST, Effect.YES),
    /** The lease was found lost when the program had ended. */
    LOST_AT_RELEASE(ExitCodes.LEASE_LOST, Effect.YES),
    /** The demo did not show what it should. */
    DEMO_FAILED(ExitCodes.NO, Effect.YES),
    /** The demo could not run to its end. */
    DEMO_BROKEN(ExitCodes.SOFTWARE, Effect.YES),
    /** Standard output cannot be written, for example to a full disk. */
    OUTPUT(ExitCodes.SOFTWARE, Effect.UNKNOWN),
    /** A fault of our own. */
    INTERNAL(ExitCodes.SOFTWARE, Effect.UNKNOWN);

    private final int exitCode;
    private final Effect effect;

    CliError(int exitCode, Effect effect) {
        this.exitCode = exitCode;
        this.effect = effect;
    }

    /** The exit code. */
    public int exitCode() {
        return exitCode;
    }

    /** Whether what was asked for may have taken effect. */
    public Effect effect() {
        return effect;
    }
}
