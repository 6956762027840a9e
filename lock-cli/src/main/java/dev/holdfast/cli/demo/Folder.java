package dev.holdfast.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The demo's folder: made with what the demo starts, gone with its end. */
record Folder(Path path) implements AutoCloseable {

    static Folder create() throws IOException {
        return new Folder(Files.createTempDirectory("holdfast-demo-"));
    }

    Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException left) {
            // A file of the temporary folder stays behind; nothing depends on it.
        }
    }
}
