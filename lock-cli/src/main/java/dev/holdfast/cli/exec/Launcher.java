package dev.holdfast.cli.exec;

import dev.holdfast.cli.CliError;
import dev.holdfast.cli.CliException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts the program with our terminal, working folder and environment, in such a way that the kernel kills it when we die.
 *
 * <p>The kernel ties that to the <i>thread</i> that starts the program: {@link #start} must be called on one that lives as long
 * as the program. The main thread does, it waits for it.
 */
final class Launcher {

    private static final List<String> DEATH_SIGNAL = List.of("setpriv", "--pdeathsig", "KILL", "--");

    /** The JVM blocks SIGQUIT for its children; env (coreutils 8.31) gives it back to the program. */
    private static final List<String> OWN_QUIT = List.of("env", "--default-signal=QUIT");

    private final boolean killedWithUs;
    private final boolean ownQuit;

    Launcher() {
        killedWithUs = works(DEATH_SIGNAL);
        ownQuit = works(OWN_QUIT);
    }

    private static boolean works(List<String> prefix) {
        List<String> probe = new ArrayList<>(prefix);
        probe.add("true");
        return Shell.succeeds(probe, Redirect.DISCARD);
    }

    /** Whether the kernel will kill the program when we die. */
    boolean killedWithUs() {
        return killedWithUs;
    }

    Process start(Program program, Map<String, String> added) {
        List<String> command = new ArrayList<>();
        if (killedWithUs) {
            command.addAll(DEATH_SIGNAL);
        }
        if (ownQuit && !program.name().contains("=")) {
            command.addAll(OWN_QUIT);
        }
        command.addAll(program.words());
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(added);
        try {
            return builder.start();
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            boolean missing = reason.contains("error=2,");
            throw new CliException(
                    missing ? CliError.COMMAND_NOT_FOUND : CliError.COMMAND_NOT_EXECUTABLE,
                    "program cannot be started: name=\"" + program.name() + "\", reason=" + reason,
                    e);
        }
    }
}
