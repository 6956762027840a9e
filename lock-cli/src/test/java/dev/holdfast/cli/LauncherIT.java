package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.cli.HoldfastJar.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code holdfast} in a tree of its own, with a Maven and a Java that only write down what they were asked. */
class LauncherIT {

    @TempDir
    Path folder;

    private LauncherTree tree;

    @BeforeEach
    void plant() {
        tree = new LauncherTree(folder);
    }

    @AfterEach
    void killWhatIsLeft() {
        tree.close();
    }

    @Test
    void fresh_tree_buildsNothingAndBecomesJava() throws IOException {
        tree.built();

        Run run = tree.run("ls", "a b", "");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("java " + run.pid() + " ")
                .endsWith(" -jar " + tree.jar().toRealPath() + " ls a b \n");
        assertThat(run.err()).isEmpty();
        assertThat(tree.builds()).isZero();
    }

    @Test
    void unbuilt_tree_isBuiltOnceWithItsOutputOnStandardError() throws IOException {
        Run first = tree.run("ls");
        Run second = tree.run("ls");

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).isEqualTo("holdfast: building the command, once\nnoise of the build\n");
        assertThat(first.out()).startsWith("java " + first.pid() + " ").hasLineCount(1);
        assertThat(second.err()).isEmpty();
        assertThat(tree.builds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "lock-cli/pom.xml", "lock-cli/src/main/Some.java"})
    void source_newerThanTheJar_isBuiltAgain(String source) throws IOException {
        tree.built();
        LauncherTree.age(tree.jar(), 50);
        assertThat(tree.run("ls").err()).isEmpty();
        LauncherTree.age(tree.root.resolve(source), -70);

        Run run = tree.run("ls");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("noise of the build");
        assertThat(run.out()).startsWith("java ").hasLineCount(1);
        assertThat(tree.run("ls").err()).isEmpty();
        assertThat(tree.builds()).isEqualTo(1);
    }

    @Test
    void source_savedWhileTheBuildRuns_isBuiltByTheNext() throws IOException {
        tree.stub(
                "mvn",
                "echo mvn >>\"$CALLS\"; until [ \"$SOURCE\" -nt \"$STAMP\" ]; do touch \"$SOURCE\"; done; echo jar >\"$JAR\"");

        assertThat(tree.run("ls").exitCode()).isZero();
        assertThat(tree.run("ls").exitCode()).isZero();

        assertThat(tree.builds()).isEqualTo(2);
    }

    @Test
    void build_thatFails_is70AndStartsNoJava() throws IOException {
        tree.stub("mvn", "echo 'reason of the failure'; exit 1");

        Run run = tree.run("ls");

        assertThat(run.exitCode()).isEqualTo(70);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("reason of the failure\nholdfast: the build failed: folder=\"" + tree.root.toRealPath()
                        + "\"\n");
        tree.stub("mvn", "echo mvn >>\"$CALLS\"; echo jar >\"$JAR\"");
        assertThat(tree.run("ls").exitCode()).isZero();
    }

    @Test
    void build_thatLeavesNoJar_is69() {
        tree.stub("mvn", "");

        Run run = tree.run("ls");

        assertThat(run.exitCode()).isEqualTo(69);
        assertThat(run.err())
                .contains("holdfast: the build left no jar: path=\"")
                .contains("holdfast.jar\"\n");
    }

    @ParameterizedTest
    @CsvSource({"java, openjdk-17-jdk-headless", "javac, openjdk-17-jdk-headless", "mvn, maven"})
    void command_missingForTheBuild_namesThePackage(String command, String artifact) throws IOException {
        tree.lacks(command);

        Run run = tree.run("ls");

        assertThat(run.exitCode()).isEqualTo(69);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("holdfast: missing command: name=\"" + command + "\"")
                .contains("\nholdfast: install it with: apt-get install -y " + artifact)
                .hasLineCount(2);
    }

    @Test
    void command_missingForTheRunAlone_namesTheSmallerPackage() throws IOException {
        tree.built();
        tree.lacks("java");
        tree.lacks("javac");
        tree.lacks("mvn");

        Run run = tree.run("ls");

        assertThat(run.exitCode()).isEqualTo(69);
        assertThat(run.err()).isEqualTo("""
                        holdfast: missing command: name="java", minimum=17
                        holdfast: install it with: apt-get install -y openjdk-17-jre-headless, or a newer one
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.22"})
    void java_tooOld_isRefused(String version) throws IOException {
        tree.built();
        tree.java(version);
        Run byFile = tree.run("ls");
        Files.delete(tree.bin.resolveSibling("release"));
        tree.stub("java", "echo 'openjdk version \"" + version + "\" x' >&2");
        Run byCommand = tree.run("ls");

        for (Run run : List.of(byFile, byCommand)) {
            assertThat(run.exitCode()).isEqualTo(69);
            assertThat(run.err()).startsWith("holdfast: Java is too old: version=\"" + version + "\", minimum=17\n");
        }
    }

    @Test
    void javaHome_whenSet_isTakenBeforeThePath() throws IOException {
        tree.built();
        Path home = folder.resolve("a home");
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25\"\n");
        tree.stub("../a home/bin/java", "echo 'the other java'");

        Run run = tree.startWords(
                List.of(tree.root.resolve("holdfast").toString(), "ls"), Map.of("JAVA_HOME", home.toString()));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("the other java\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative link", "absolute link", "link to a link", "link on the path", "sh holdfast"})
    void start_byAnyName_findsTheTree(String how) throws IOException {
        tree.built();
        Path script = tree.root.resolve("holdfast");
        Path links = Files.createDirectories(folder.resolve("other links"));
        Path relative = Files.createSymbolicLink(links.resolve("first"), links.relativize(script));
        Path absolute = Files.createSymbolicLink(links.resolve("second"), script);
        Path second = Files.createSymbolicLink(links.resolve("third"), Path.of("first"));
        if (how.equals("sh holdfast")) {
            tree.stub("holdfast", "echo 'another one'");
        } else {
            Files.createSymbolicLink(tree.bin.resolve("holdfast"), script);
        }

        Run run = tree.startWords(
                switch (how) {
                    case "relative link" -> List.of(relative.toString());
                    case "absolute link" -> List.of(absolute.toString());
                    case "link to a link" -> List.of(second.toString());
                    case "link on the path" -> List.of("holdfast");
                    default -> List.of("sh", "-c", "cd 'a tree' && exec sh holdfast");
                },
                Map.of());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains(" -jar " + tree.jar().toRealPath());
        assertThat(tree.builds()).isZero();
    }

    @Test
    void workingFolder_whileBuildingAndRunning_isTheCallers() throws IOException {
        tree.stub("java", "pwd");
        Files.createDirectories(folder.resolve("elsewhere/a tree"));

        Run run = tree.startWords(
                List.of("a tree/holdfast"),
                Map.of("CDPATH", folder.resolve("elsewhere").toString()));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo(folder.toRealPath() + "\n");
        assertThat(tree.builds()).isEqualTo(1);
        assertThat(tree.jar()).exists();
    }

    @ParameterizedTest
    @CsvSource({"flock, flock", "mkdir, sleep"})
    void firstUse_byTwoShells_buildsOnce(String lock, String waitsIn) throws IOException {
        if (!lock.equals("flock")) {
            tree.lacks("flock");
        }
        tree.stub("mvn", "echo mvn >>\"$CALLS\"; until [ -e \"$GO\" ]; do cat /dev/null; done; echo jar >\"$JAR\"");
        Run one = tree.start("ls");
        await().atMost(HoldfastJar.LONG).until(() -> tree.builds() == 1);
        Run two = tree.start("ls");
        await().atMost(HoldfastJar.LONG).until(() -> runs(two, waitsIn));

        Files.createFile(tree.file("go"));

        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(two.exitCode()).as(two.err()).isZero();
        assertThat(tree.builds()).isEqualTo(1);
        assertThat(two.err()).isEmpty();
        assertThat(two.out()).startsWith("java ");
    }

    @Test
    void firstUse_afterABuilderDied_isNotHeldUp() throws Exception {
        tree.lacks("flock");
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Path lock = Files.createDirectories(tree.root.resolve(".build.lock.d"));
        Files.writeString(lock.resolve("pid"), dead.pid() + "\n");

        Run run = tree.run("ls");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(tree.builds()).isEqualTo(1);
        assertThat(lock).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "dash, <&-, /dev/null . .",
        "bash, <&-, /dev/null . .",
        "dash, >&-, . /dev/full .",
        "bash, >&-, . /dev/full .",
        "dash, 2>&-, . . /dev/null",
        "bash, 2>&-, . . /dev/null",
        "dash, <&- >&- 2>&-, /dev/null /dev/full /dev/null",
        "bash, <&- >&- 2>&-, /dev/null /dev/full /dev/null"
    })
    void closedDescriptor_inAnyShell_isNotLeftToJava(String shell, String closed, String wanted) throws IOException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "no /proc");
        assumeTrue(onPath(shell).isPresent(), "no command " + shell);
        Files.createSymbolicLink(tree.bin.resolve(shell), onPath(shell).orElseThrow());
        tree.built();
        tree.stub(
                "java",
                "f() { t=$(readlink /proc/$$/fd/$1 || echo none); case $t in /dev/* | none) ;; *) t=. ;; esac; }\n"
                        + "f 0; a=$t; f 1; b=$t; f 2; echo \"$a $b $t\" >\"$CALLS\"");

        Run run = tree.startWords(List.of(shell, "-c", "exec " + shell + " 'a tree/holdfast' ls " + closed), Map.of());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(tree.file("calls")).hasContent(wanted);
    }

    @Test
    void closedDescriptors_ofAnUnbuiltTree_doNotStopTheBuild() throws IOException {
        Run run = tree.startWords(List.of("sh", "-c", "exec 'a tree/holdfast' ls <&- 2>&-"), Map.of());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("java ").hasLineCount(1);
        assertThat(tree.builds()).isEqualTo(1);
    }

    private static boolean runs(Run run, String command) {
        return run.process()
                .descendants()
                .anyMatch(p -> p.info().command().orElse("").endsWith("/" + command));
    }

    private static Optional<Path> onPath(String command) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .map(f -> Path.of(f, command))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
