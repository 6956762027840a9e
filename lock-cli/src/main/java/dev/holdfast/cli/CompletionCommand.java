package dev.holdfast.cli;

import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast completion}. */
@Command(
        name = "completion",
        description = "Write a completion script for bash or zsh; one script serves both.",
        footer = {"", "Examples:", "  source <(holdfast completion)", "  holdfast completion > ~/.holdfast-completion"})
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class CompletionCommand extends CommandSupport {

    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            defaultValue = "bash",
            description = "bash or zsh; default: ${DEFAULT-VALUE}.")
    String shell = "bash";

    @Spec
    CommandSpec spec;

    CompletionCommand(Context context) {
        super(context);
    }

    @Override
    protected int run() {
        if (!SHELLS.contains(shell)) {
            throw new CliException(
                    CliError.USAGE,
                    "no completion for this shell: shell=\"" + Secrets.hide(shell) + "\", available=" + SHELLS);
        }
        context().console().print(AutoComplete.bash("holdfast", spec.root().commandLine()));
        return ExitCodes.OK;
    }
}
