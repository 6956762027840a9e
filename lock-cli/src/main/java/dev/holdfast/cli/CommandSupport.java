package dev.holdfast.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** What every command has. */
public abstract class CommandSupport implements Callable<Integer> {

    private final Context context;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;

    @Option(names = "--verbose", description = "Show our log, and stack traces of faults, on standard error.")
    boolean verbose;

    /** In this context. */
    protected CommandSupport(Context context) {
        this.context = context;
    }

    /** Runs the command; returns its exit code. */
    protected abstract int run() throws Exception;

    /** What the command works with. */
    protected final Context context() {
        return context;
    }

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
    protected final void detail(String message) {
        if (verbose) {
            context.console().error(message);
        }
    }
}
