package dev.holdfast.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Counts lines of code: neither blank nor comment. */
final class SourceLines {
    private SourceLines() {}

    /** The files below a folder that have more lines of code than the limit, each as {@code name: lines}. */
    static List<String> longerThan(int limit, Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".java"))::iterator) {
                long lines = Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                        .filter(line -> !line.startsWith("/*") && !line.startsWith("*"))
                        .count();
                if (lines > limit) {
                    found.add(file.getFileName() + ": " + lines);
                }
            }
        }
        return found;
    }
}
