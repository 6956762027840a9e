package dev.holdfast.cli;

import dev.holdfast.lock.HoldfastException;

/** Turns what was thrown into one line and an exit code. */
final class Failures {

    private static final int SIGINT = 2;

    private Failures() {}

    static int report(Console console, Throwable failure, boolean verbose) {
        console.flush();
        if (failure instanceof HoldfastException e) {
            console.error(text(e));
            return ExitCodes.of(e.code());
        }
        if (failure instanceof CliException e) {
            console.error(text(e));
            trace(console, failure, verbose && e.error() == CliError.INTERNAL);
            return e.error().exitCode();
        }
        if (failure instanceof InterruptedException) {
            return ExitCodes.SIGNAL_BASE + SIGINT;
        }
        console.error("internal error: type=" + failure.getClass().getName() + ", message=" + text(failure)
                + (verbose ? "" : "; run it again with --verbose and report it"));
        trace(console, failure, verbose);
        return CliError.INTERNAL.exitCode();
    }

    private static String text(Throwable failure) {
        return String.valueOf(failure.getMessage());
    }

    private static void trace(Console console, Throwable failure, boolean wanted) {
        if (wanted) {
            failure.printStackTrace(console.err());
        }
    }
}
