package dev.holdfast.cli.exec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The processes of this machine that run, without those that have ended and only wait to be collected. Read from
 * {@code /proc} where there is one: Java's own list takes an ended process for a running one until its parent collects it,
 * which in a container may be never.
 */
final class ProcessTable {

    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /**
     * One process.
     *
     * @param id which one it is, also after its number was used again
     * @param parent its parent's number
     */
    record Row(Id id, long parent) {}

    /**
     * A process for ever.
     *
     * @param pid its number
     * @param start when it was started, in units of the system
     */
    record Id(long pid, long start) {}

    static boolean hasProc() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    static Map<Long, Row> read() {
        Map<Long, Row> rows = new HashMap<>();
        if (!hasProc()) {
            ProcessHandle.allProcesses().forEach(handle -> {
                long start =
                        handle.info().startInstant().map(i -> i.toEpochMilli()).orElse(0L);
                long parent = handle.parent().map(ProcessHandle::pid).orElse(0L);
                rows.put(handle.pid(), new Row(new Id(handle.pid(), start), parent));
            });
            return rows;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                row(Long.parseLong(entry.getFileName().toString()))
                        .ifPresent(row -> rows.put(row.id().pid(), row));
            }
        } catch (IOException | DirectoryIteratorException gone) {
            // What was read so far is as good as it gets.
        }
        return rows;
    }

    /** Empty when it has ended. */
    private static Optional<Row> row(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean ended = fields[0].equals("Z") || fields[0].equals("X");
            Row row = new Row(new Id(pid, Long.parseLong(fields[19])), Long.parseLong(fields[1]));
            return ended ? Optional.empty() : Optional.of(row);
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    static boolean isRunning(Id id) {
        if (hasProc()) {
            return row(id.pid()).filter(row -> row.id().equals(id)).isPresent();
        }
        return ProcessHandle.of(id.pid()).isPresent();
    }

    /** Whether the process's environment holds the text; false where we may not look. */
    static boolean environmentHolds(long pid, String text) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException endedOrForbidden) {
            return false;
        }
    }
}
