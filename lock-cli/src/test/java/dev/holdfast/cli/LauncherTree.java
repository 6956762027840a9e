package dev.holdfast.cli;

import dev.holdfast.cli.HoldfastJar.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A source tree with nothing in it but what the launcher looks at, and a {@code PATH} on which {@code java}, {@code javac} and
 * {@code mvn} are scripts of ours: they write down that they were called.
 */
final class LauncherTree implements AutoCloseable {

    /** The commands that the launcher needs beside java and mvn. */
    private static final List<String> TOOLS = List.of(
            "cat", "find", "flock", "head", "mkdir", "mv", "readlink", "rm", "sed", "sh", "sleep", "touch", "env");

    private static final Path SCRIPT =
            Path.of("").toAbsolutePath().resolveSibling("holdfast").normalize();

    final Path root;
    final Path bin;

    private final HoldfastJar processes;

    /** Below a folder with a space in its name. */
    LauncherTree(Path folder) {
        processes = new HoldfastJar(folder);
        root = folder.resolve("a tree");
        bin = folder.resolve("bin");
        try {
            Files.createDirectories(root.resolve("lock-cli/src/main"));
            Files.createDirectories(root.resolve("lock-cli/target"));
            Files.createDirectories(bin);
            Files.copy(SCRIPT, root.resolve("holdfast"));
            for (String source : List.of("pom.xml", "lock-cli/pom.xml", "lock-cli/src/main/Some.java")) {
                Files.writeString(root.resolve(source), "");
                age(root.resolve(source), 100);
            }
            age(root.resolve("lock-cli/src/main"), 100);
            for (String tool : TOOLS) {
                link(tool);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        java("17.0.1");
        stub("java", "echo \"java $$\" \"$@\"");
        stub("javac", "");
        stub("mvn", "echo 'noise of the build'; echo mvn >>\"$CALLS\"; echo jar >\"$JAR\"");
    }

    private void link(String tool) throws IOException {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            Path there = Path.of(folder, tool);
            if (Files.isExecutable(there)) {
                Files.createSymbolicLink(bin.resolve(tool), there);
                return;
            }
        }
        throw new AssertionError(
                "no command " + tool + " on the path; every Debian or Ubuntu has it, install its package");
    }

    /** The version that the java on the path has. */
    void java(String version) {
        try {
            Files.writeString(bin.resolveSibling("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a command of ours on the path. */
    void stub(String name, String script) {
        Path file = bin.resolve(name);
        try {
            Files.writeString(file, "#!/bin/sh\n" + script + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes a command off the path. */
    void lacks(String name) throws IOException {
        Files.delete(bin.resolve(name));
    }

    Path jar() {
        return root.resolve("lock-cli/target/holdfast.jar");
    }

    /** The tree is built: a jar that is newer than its sources. */
    void built() throws IOException {
        Files.writeString(jar(), "jar\n");
    }

    /** The tree is built, and its jar is the real one. */
    void builtReally() throws IOException {
        Files.createSymbolicLink(jar(), HoldfastJar.JAR);
    }

    /** Was last changed so many seconds ago. */
    static void age(Path file, long seconds) throws IOException {
        Instant now = Files.getLastModifiedTime(file).toInstant();
        Files.setLastModifiedTime(file, FileTime.from(now.minusSeconds(seconds)));
    }

    /** How often Maven was started. */
    long builds() throws IOException {
        Path calls = processes.file("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    Path file(String name) {
        return processes.file(name);
    }

    /** Starts the launcher by its path, on our commands alone. */
    Run start(String... arguments) {
        List<String> words = new ArrayList<>(List.of(root.resolve("holdfast").toString()));
        words.addAll(List.of(arguments));
        return startWords(words, Map.of());
    }

    Run startWords(List<String> words, Map<String, String> environment) {
        List<String> all = new ArrayList<>(List.of("env", "-u", "JAVA_HOME"));
        Map<String, String> own = Map.of(
                "PATH", bin.toString(),
                "CALLS", file("calls").toString(),
                "JAR", jar().toString(),
                "SOURCE", root.resolve("lock-cli/src/main/Some.java").toString(),
                "STAMP", root.resolve(".build.lock.stamp").toString(),
                "GO", file("go").toString());
        own.forEach((name, value) -> all.add(name + "=" + value));
        environment.forEach((name, value) -> all.add(name + "=" + value));
        all.addAll(words);
        return processes.startWords(all, Map.of());
    }

    /** Runs the launcher to its end. */
    Run run(String... arguments) {
        Run run = start(arguments);
        run.exitCode();
        return run;
    }

    /** Runs a line of a shell, in which {@code "$HOLDFAST"} is the launcher, on the real Java and the machine's commands. */
    Run shell(String shell, String line) {
        Run run = startShell(shell, line);
        run.exitCode();
        return run;
    }

    Run startShell(String shell, String line) {
        return startWords(
                List.of(shell, "-c", line),
                Map.of(
                        "PATH", String.valueOf(System.getenv("PATH")),
                        "JAVA_HOME", String.valueOf(System.getProperty("java.home")),
                        "HOLDFAST", root.resolve("holdfast").toString(),
                        "HOLDFAST_STORE", processes.store()));
    }

    long awaitPid(String name) {
        return processes.awaitPid(name);
    }

    /** Ends what runs, and takes away the links, of which JUnit would warn. */
    @Override
    public void close() {
        processes.close();
        try (Stream<Path> all = Files.walk(root.getParent())) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
