package dev.holdfast.jdbc.sqlite;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Real JVMs that run {@link SqliteWorker}; none outlives the test. Used by one thread. */
final class Children implements AutoCloseable {

    private final Path folder;
    private final List<Child> all = new ArrayList<>();

    Children(Path folder) {
        this.folder = folder;
    }

    /** One child. Its standard input is kept open: a worker ends when it is closed. */
    record Child(Process process, BufferedReader out, Path err) {

        /** Waits for a line that the worker prints. */
        String line() throws IOException {
            String line = out.readLine();
            if (line == null) {
                throw new IOException("worker ended: see " + java.nio.file.Files.readString(err));
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
                Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
                kill.waitFor();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        /** Closes its input and waits for its end. */
        int finish() throws IOException, InterruptedException {
            process.getOutputStream().close();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new IOException("worker does not end: pid=" + process.pid());
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
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                SqliteWorker.class.getName()));
        command.addAll(List.of(arguments));
        Path err = folder.resolve("worker-" + all.size() + ".err");
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
