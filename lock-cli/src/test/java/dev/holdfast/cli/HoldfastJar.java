package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the built jar as a user does: a process with its own folder, state and output. */
final class HoldfastJar implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(60);

    static final Path JAR = Path.of("target", "holdfast.jar").toAbsolutePath();

    private final Path folder;
    private final List<Run> runs = new ArrayList<>();

    /** Everything happens in this folder. */
    HoldfastJar(Path folder) {
        this.folder = folder;
    }

    /** The words that start the command. */
    static List<String> command(String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> words = new ArrayList<>(
                List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-jar", JAR.toString()));
        words.addAll(List.of(arguments));
        return words;
    }

    /** A pipeline may run us with signals ignored (nohup does), which would be inherited: programs start with the defaults. */
    private static final List<String> DEFAULT_SIGNALS = defaultSignals();

    private static List<String> defaultSignals() {
        List<String> prefix = List.of("env", "--default-signal=HUP,INT,QUIT,TERM");
        try {
            List<String> probe = new ArrayList<>(prefix);
            probe.add("true");
            return new ProcessBuilder(probe).start().waitFor() == 0 ? prefix : List.of();
        } catch (IOException withoutEnv) {
            return List.of();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    String store() {
        return "jdbc:sqlite:" + file("locks.db");
    }

    /** Starts the command on the store of the folder. */
    Run start(String... arguments) {
        return startWords(command(arguments), Map.of("HOLDFAST_STORE", store()));
    }

    /** Starts any words with more environment. */
    Run startWords(List<String> words, Map<String, String> environment) {
        try {
            Path out = Files.createTempFile(folder, "out", "");
            Path err = Files.createTempFile(folder, "err", "");
            List<String> all = new ArrayList<>(DEFAULT_SIGNALS);
            all.addAll(words);
            ProcessBuilder builder = new ProcessBuilder(all)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().remove("HOLDFAST_STORE");
            builder.environment().put("HOME", folder.toString());
            builder.environment().putAll(environment);
            Run run = new Run(builder.start(), out, err);
            runs.add(run);
            return run;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the command to its end on the store of the folder. */
    Run run(String... arguments) {
        Run run = start(arguments);
        run.exitCode();
        return run;
    }

    @Override
    public void close() {
        for (Run run : runs) {
            run.process.descendants().forEach(ProcessHandle::destroyForcibly);
            run.process.destroyForcibly();
        }
    }

    /** Sends a signal to one process, or to a group by its negated number. */
    static void signal(String name, long pid) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -s \"$0\" -- \"$1\"", name, Long.toString(pid)).start();
            assertThat(kill.waitFor()).as("kill -s %s %s", name, pid).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Whether a process runs; one that has ended and was not collected does not. */
    static boolean isRunning(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException ended) {
            return false;
        }
    }

    /** Waits until a file that a program writes has a whole line, and gives it. */
    String awaitLine(String name) {
        Path path = file(name);
        await(name)
                .atMost(LONG)
                .until(() -> Files.exists(path) && Files.readString(path).endsWith("\n"));
        try {
            return Files.readString(path).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long awaitPid(String name) {
        return Long.parseLong(awaitLine(name));
    }

    /** One process of the command. */
    record Run(Process process, Path outFile, Path errFile) {

        int exitCode() {
            try {
                assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS))
                        .as("ended: %s", this)
                        .isTrue();
                return process.exitValue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        long pid() {
            return process.pid();
        }

        String out() {
            return read(outFile);
        }

        String err() {
            return read(errFile);
        }

        void type(String text) {
            try (OutputStream in = process.getOutputStream()) {
                in.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String read(Path path) {
            try {
                return Files.readString(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
