package dev.holdfast.cli;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.InvalidInputException;

/** Turns what was thrown into one line and an exit code. */
final class Failures {

    private static final int SIGINT = 2;
    private static final String TO_LIBRARY_USERS = "; is the backend jar on the class path?";
    private static final String TO_COMMAND_USERS =
            "; this command does not bring that store, use one of those available";

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
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof InvalidInputException e && !e.value().isEmpty()) {
            return text.replace(e.value(), Secrets.hide(e.value()));
        }
        // The library's remedy is for those who have a class path in their hands.
        return failure instanceof ConfigurationException && text.endsWith(TO_LIBRARY_USERS)
                ? text.substring(0, text.length() - TO_LIBRARY_USERS.length()) + TO_COMMAND_USERS
                : text;
    }

    private static void trace(Console console, Throwable failure, boolean wanted) {
        if (wanted) {
            failure.printStackTrace(console.err());
        }
    }
}
