package dev.holdfast.cli.exec;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Kills what a run has started when we die without a word, also by {@code kill -9}: a shell that reads from a pipe of which we
 * hold the other end. The pipe's end without the word {@code done} means that we are gone; then it kills every process that has
 * the run's mark in its environment. Linux only. The program itself is killed by the kernel already, where
 * {@code setpriv --pdeathsig} is there; this reaches its descendants.
 */
public final class OrphanGuard implements AutoCloseable {

    private static final String SCRIPT = """
            trap '' HUP INT QUIT TERM TSTP
            read -r word && exit 0
            n=0
            while [ $n -lt 100 ]; do
                found=
                for file in $(grep -lF -e "$1" /proc/[0-9]*/environ 2>/dev/null); do
                    pid=${file#/proc/}
                    kill -s KILL "${pid%/environ}" && found=yes
                done
                [ -n "$found" ] || exit 0
                n=$((n + 1))
            done
            """;

    private final Process shell;

    private OrphanGuard(Process shell) {
        this.shell = shell;
    }

    /** Starts one; empty where it cannot work. */
    public static Optional<OrphanGuard> start(String mark) {
        if (!ProcessTable.hasProc()
                || !Shell.succeeds(
                        List.of("grep", "-qF", "-e", "", "/dev/null", "/proc/self/stat"), Redirect.DISCARD)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new OrphanGuard(new ProcessBuilder("sh", "-c", SCRIPT, "holdfast-orphan-guard", mark)
                    .directory(new java.io.File("/"))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()));
        } catch (IOException noShell) {
            return Optional.empty();
        }
    }

    /** Everything has ended: the guard may go. */
    @Override
    public void close() {
        try (OutputStream pipe = shell.getOutputStream()) {
            pipe.write("done\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException alreadyGone) {
            // Then there is nothing to tell.
        }
    }
}
