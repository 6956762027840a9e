package dev.holdfast.testkit.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Real JVMs that run a main class with this one's class path; none outlives the test. Used by one thread. */
public final class ChildJvms implements AutoCloseable {

    private static final long END_SECONDS = 30;

    private final Path folder;
    private final Class<?> main;
    private final List<Child> all = new ArrayList<>();

    /**
     * None yet.
     *
     * @param folder for temporary files and what they say on standard error
     * @param main whose {@code main} they run; it has to end when its standard input does
     */
    public ChildJvms(Path folder, Class<?> main) {
        this.folder = folder;
        this.main = main;
    }

    /** One of them. Its standard input is kept open: it ends when that is closed. Used by one thread. */
    public static final class Child {

        private final Process process;
        private final BufferedReader out;
        private final Path err;

        private Child(Process process, Path err) {
            this.process = process;
            this.out = process.inputReader(StandardCharsets.UTF_8);
            this.err = err;
        }

        /**
         * Waits for a line that it prints.
         *
         * @throws IOException when it ended instead, with what it said on standard error
         */
        public String line() throws IOException {
            String line = out.readLine();
            if (line == null) {
                throw new IOException("child ended: " + Files.readString(err));
            }
            return line;
        }

        /** Ends it at once, and waits for its end. */
        public void kill() throws InterruptedException {
            signal("KILL");
            process.waitFor();
        }

        /** Sends a signal by name and waits until it was sent. */
        public void signal(String name) throws InterruptedException {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        /**
         * Closes its input and waits for its end.
         *
         * @return its exit code
         * @throws IOException when it does not end within 30 s
         */
        public int finish() throws IOException, InterruptedException {
            process.getOutputStream().close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("child does not end: pid=" + process.pid());
            }
            return process.exitValue();
        }
    }

    /** Starts one. */
    public Child start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-Djava.io.tmpdir=" + folder,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        Path err = folder.resolve("child-" + all.size() + ".err");
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        Child child = new Child(process, err);
        all.add(child);
        return child;
    }

    /** Ends all at once, and waits for it. */
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
