package dev.holdfast.cli;

import dev.holdfast.cli.demo.DemoCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

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
        commandLine.setParameterExceptionHandler((e, args) -> usageError(e, args));
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

    private int usageError(ParameterException e, String[] args) {
        ParameterException told =
                e instanceof MissingParameterException ? unknownOption(args).orElse(e) : e;
        String command = told.getCommandLine().getCommandSpec().qualifiedName();
        context.console().error(UsageText.of(told) + "; see " + command + " --help");
        return ExitCodes.USAGE;
    }

    /** A misspelt option often makes another one missing, which the parser tells first: look for all errors. */
    private Optional<ParameterException> unknownOption(String[] args) {
        commandLine.getCommandSpec().parser().collectErrors(true);
        commandLine
                .getSubcommands()
                .values()
                .forEach(each -> each.getCommandSpec().parser().collectErrors(true));
        ParseResult result = commandLine.parseArgs(args);
        while (result.hasSubcommand()) {
            result = result.subcommand();
        }
        return result.errors().stream()
                .filter(UnmatchedArgumentException.class::isInstance)
                .map(UnmatchedArgumentException.class::cast)
                .filter(UsageText::isOption)
                .findFirst()
                .map(ParameterException.class::cast);
    }

    private static boolean isVerbose(ParseResult result) {
        return result.hasSubcommand() && result.subcommand().hasMatchedOption("--verbose");
    }
}
