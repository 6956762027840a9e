package dev.holdfast.cli;

import dev.holdfast.Holdfast;

/** Starts the command. */
public final class Main {

    private Main() {}

    /** The process's entry point; ends the process with the command's exit code. */
    public static void main(String[] args) {
        Console console = Console.ofProcess();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> console.error("internal error: thread="
                + thread.getName() + ", type=" + failure.getClass().getName() + ", message=" + failure.getMessage()));
        String home = System.getProperty("user.home", "/");
        Context context = new Context(console, new StoreSelection(System.getenv(), home), Holdfast::open);
        System.exit(Locales.check(console, args) ? new Cli(context).run(args) : CliError.LOCALE.exitCode());
    }
}
