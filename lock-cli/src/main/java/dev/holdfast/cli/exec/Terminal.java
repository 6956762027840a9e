package dev.holdfast.cli.exec;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the terminal does with our process group. */
final class Terminal {

    private static final Path STAT = Path.of("/proc/self/stat");
    private static final String ASK_PS = "set -- $(ps -o pgid= -o tpgid= -p \"$PPID\"); test \"$1\" = \"$2\"";
    private static final int GROUP = 2;
    private static final int FOREGROUND_GROUP = 5;

    private Terminal() {}

    /**
     * Whether we are in the foreground of a terminal: then its Ctrl-C has reached the program too, and a second INT would tell
     * many programs to drop everything.
     */
    static boolean inForeground() {
        try {
            String stat = Files.readString(STAT, StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException notLinux) {
            return Shell.succeeds(List.of("sh", "-c", ASK_PS), Redirect.DISCARD);
        }
    }
}
