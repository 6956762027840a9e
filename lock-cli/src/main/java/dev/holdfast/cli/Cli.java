package dev.holdfast.cli;

import dev.holdfast.cli.demo.DemoCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command with all its subcommands: parses, runs, and turns whatever is thrown into one line and an exit code. */
public final class Cli {

    private final Context context;
    private final CommandLine commandLine;

    /** Over this context. */
    public Cli(Context context) {
        this.context = context;
        // The program of exec and its arguments are not ours to interpret.
        CommandLine exec = new CommandLine(new ExecCommand(context)).setStopAtPositional(true);
        commandLine = new CommandLine(new RootCommand())
                .addSubcommand(exec)
                .addSubcommand(new LsCommand(context))
                .addSubcommand(new ShowCommand(context))
                .addSubcommand(new ReleaseCommand(context))
                .addSubcommand(new PingCommand(context))
                .addSubcommand(new VersionCommand(context))
                .addSubcommand(new CompletionCommand(context))
                .addSubcommand(new CommandLine.HelpCommand());
        DemoCommand.addTo(commandLine, context);
        commandLine.setExpandAtFiles(false);
        commandLine.setUsageHelpWidth(100);
        commandLine.setParameterExceptionHandler((e, args) -> usageError(e));
        commandLine.setExecutionExceptionHandler(
                (e, line, result) -> Failures.report(context.console(), e, isVerbose(result)));
    }

    /** Runs the command; never throws. */
    public int run(String... args) {
        StringWriter text = new StringWriter();
        commandLine.setOut(new PrintWriter(text));
        commandLine.setErr(new PrintWriter(text));
        try {
            if (args.length == 0) {
                context.console().err().print(commandLine.getUsageMessage());
                return ExitCodes.USAGE;
            }
            int code = commandLine.execute(args);
            context.console().print(text.toString());
            context.console().finish();
            return code;
        } catch (Throwable t) {
            return Failures.report(context.console(), t, false);
        }
    }

    CommandLine commandLine() {
        return commandLine;
    }

    private int usageError(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        context.console().error(UsageText.of(e) + "; see " + command + " --help");
        return ExitCodes.USAGE;
    }

    private static boolean isVerbose(ParseResult result) {
        return result.hasSubcommand() && result.subcommand().hasMatchedOption("--verbose");
    }
}
