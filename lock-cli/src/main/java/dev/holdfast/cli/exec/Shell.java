package dev.holdfast.cli.exec;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Small questions to the operating system that Java cannot ask itself. */
public final class Shell {

    private static final long BOUND_SECONDS = 5;

    private Shell() {}

    /** Sends a signal, by its name without {@code SIG}, to the processes that are still there. */
    public static boolean signal(String name, Collection<Long> pids) {
        if (pids.isEmpty()) {
            return true;
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", "s=$1; shift; kill -s \"$s\" \"$@\"", "sh", name));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        return succeeds(command, Redirect.DISCARD);
    }

    /** Whether our standard output is a terminal. */
    public static boolean outputIsTerminal() {
        return succeeds(List.of("sh", "-c", "test -t 1"), Redirect.INHERIT);
    }

    /** Whether a command ends with 0; false where it cannot be run. Its output, unless it is inherited, is dropped. */
    static boolean succeeds(List<String> command, Redirect output) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(output)
                    .redirectError(Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
