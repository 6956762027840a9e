package dev.holdfast.testkit.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server's process with a folder of its own, which dies with this JVM where the machine can see to that. Not thread-safe. */
final class NativeServer implements AutoCloseable {

    private static final int LOG_LINES = 20;

    private final Path folder;
    private final List<String> command;
    private Process process;

    private NativeServer(Path folder, List<String> command) throws IOException {
        this.folder = folder;
        this.command = command;
        this.process = run();
    }

    /**
     * Starts a program.
     *
     * @param packageName what to install when the program is missing
     * @throws IllegalStateException when it is missing, saying so
     */
    static NativeServer start(Path folder, List<String> command, String packageName) {
        String program = command.get(0);
        if (find(program).isEmpty()) {
            throw new IllegalStateException(program + " is missing: install it with apt-get install " + packageName
                    + ", or run ./verify, which does");
        }
        List<String> whole = new ArrayList<>();
        find("setpriv").ifPresent(setpriv -> whole.addAll(List.of(setpriv, "--pdeathsig", "KILL")));
        whole.add(find(program).orElseThrow());
        whole.addAll(command.subList(1, command.size()));
        try {
            return new NativeServer(folder, whole);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static java.util.Optional<String> find(String program) {
        String path = Map.copyOf(System.getenv()).getOrDefault("PATH", "") + ":/usr/sbin:/sbin";
        return Arrays.stream(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** An empty folder with a short path: sockets and some servers take no long one. */
    static Path newFolder() {
        try {
            return Files.createTempDirectory("hf");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A loopback port that was free a moment ago. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Process run() throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    /** Starts it again with the same command in the same folder; the old process has ended. */
    void restart() {
        try {
            process = run();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    Path folder() {
        return folder;
    }

    /** Ends the process at once, also a stopped one, and waits for its end. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Sends a signal by name, and waits until it was sent. */
    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("signal was not sent: name=" + name + ", pid=" + process.pid());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** The last lines that it wrote. */
    String log() {
        try {
            List<String> lines = Files.readAllLines(folder.resolve("log"));
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException unreadable) {
            return "no log: " + unreadable;
        }
    }

    @Override
    public void close() {
        kill();
        delete(folder);
    }

    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
