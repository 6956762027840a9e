package dev.holdfast.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** What every command has. */
@SuppressWarnings("NullAway.Init") // picocli fills the fields
abstract class CommandSupport implements Callable<Integer> {

    final Context context;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;

    @Option(names = "--verbose", description = "Show our log, and stack traces of faults, on standard error.")
    boolean verbose;

    CommandSupport(Context context) {
        this.context = context;
    }

    /** Runs the command; returns its exit code. */
    abstract int run() throws Exception;

    @Override
    public final Integer call() throws Exception {
        if (verbose) {
            Verbosity.logToStandardError();
        }
        int code = run();
        context.console().finish();
        return code;
    }

    /** A line on standard error with {@code --verbose}. */
    final void detail(String message) {
        if (verbose) {
            context.console().error(message);
        }
    }
}
