package dev.holdfast.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Real JVMs of a main class; none outlives the test. Used by one thread. */
final class Children implements AutoCloseable {

    private final Path folder;
    private final Class<?> main;
    private final List<Child> all = new ArrayList<>();

    Children(Path folder, Class<?> main) {
        this.folder = folder;
        this.main = main;
    }

    /** One child. Its standard input is kept open: it ends when that is closed. */
    record Child(Process process, BufferedReader out, Path err) {

        /** Waits for a line that it prints. */
        String line() throws IOException {
            String line = out.readLine();
            if (line == null) {
                throw new IOException("child ended: " + Files.readString(err));
            }
            return line;
        }

        void kill() throws InterruptedException {
            signal("KILL");
            process.waitFor();
        }

        /** Sends a signal by name and waits until it was sent. */
        void signal(String name) throws InterruptedException {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        /** Closes its input and waits for its end. */
        int finish() throws IOException, InterruptedException {
            process.getOutputStream().close();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new IOException("child does not end: pid=" + process.pid());
            }
            return process.exitValue();
        }
    }

    Child start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        Path err = folder.resolve("child-" + all.size() + ".err");
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        Child child = new Child(process, process.inputReader(StandardCharsets.UTF_8), err);
        all.add(child);
        return child;
    }

    @Override
    public void close() {
        for (Child child : all) {
            child.process.destroyForcibly();
        }
        for (Child child : all) {
            child.process.onExit().join();
        }
    }
}
