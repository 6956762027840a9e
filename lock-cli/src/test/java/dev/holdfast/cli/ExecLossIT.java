package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.HoldfastJar.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast exec} when something goes wrong: signals, a lost lease, a killed or frozen holdfast. */
class ExecLossIT {

    private static final Duration SOON = Duration.ofSeconds(15);

    @TempDir
    Path folder;

    private HoldfastJar holdfast;

    @BeforeEach
    void prepare() {
        holdfast = new HoldfastJar(folder);
    }

    @AfterEach
    void killWhatIsLeft() {
        holdfast.close();
    }

    @Test
    void kill9_ofHoldfast_killsTheProgramAndWhatItStarted() {
        Run run = exec("30s", "sleep 60 & echo $! >grandchild; echo $$ >child; wait");
        long child = holdfast.awaitPid("child");
        long grandchild = holdfast.awaitPid("grandchild");

        HoldfastJar.signal("KILL", run.pid());

        await().atMost(SOON).until(() -> !HoldfastJar.isRunning(child) && !HoldfastJar.isRunning(grandchild));
    }

    @ParameterizedTest
    @CsvSource({
        "sh grep sleep, 'setpriv=false, orphanGuard=true'",
        "sh sleep setpriv true, 'setpriv=true, orphanGuard=false'"
    })
    void kill9_ofHoldfastWithOneOfItsTwoWays_killsTheProgramToo(String tools, String told) throws IOException {
        Path path = Files.createDirectories(folder.resolve("tools"));
        for (String tool : tools.split(" ", -1)) {
            Path script =
                    Files.writeString(path.resolve(tool), "#!" + which("sh") + "\nexec " + which(tool) + " \"$@\"\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        Run run = holdfast.startWords(
                HoldfastJar.command(
                        "exec", "--lock", "job", "--verbose", "--", "sh", "-c", "echo $$ >child; exec sleep 60"),
                Map.of("HOLDFAST_STORE", holdfast.store(), "PATH", path.toString()));
        long child = holdfast.awaitPid("child");
        assertThat(run.err()).contains("program may outlive a killed holdfast: " + told);

        HoldfastJar.signal("KILL", run.pid());

        await().atMost(SOON).until(() -> !HoldfastJar.isRunning(child));
    }

    @Test
    void forceRelease_whileTheProgramRuns_asksItToEndThenIs76() {
        // Long enough that a busy machine renews in time; the next renewal tells of the force.
        Run run = exec("9s", "trap 'echo asked; exit 0' TERM; echo $$ >child; while :; do sleep 0.1; done");
        holdfast.awaitPid("child");

        Run release = holdfast.run("release", "job", "--force", "--reason", "gone fishing");

        assertThat(release.exitCode()).isZero();
        assertThat(run.exitCode()).isEqualTo(76);
        assertThat(run.out()).contains("asked");
        assertThat(ours(run)).singleElement().asString().contains("cause=FORCED", "gone fishing");
    }

    @Test
    void forceRelease_ofAProgramThatIgnoresTerm_killsItAfterTheGrace() {
        Run run = exec("2s", "trap '' TERM; echo $$ >child; while :; do sleep 0.1; done");
        long child = holdfast.awaitPid("child");

        holdfast.run("release", "job", "--force", "--reason", "x");

        assertThat(run.exitCode()).isEqualTo(76);
        assertThat(HoldfastJar.isRunning(child)).isFalse();
    }

    @Test
    void sigstop_ofHoldfastPastItsLease_killsTheProgramOnWaking() {
        Run run = exec("1s", "trap '' TERM; echo $$ >child; while :; do sleep 0.1; done");
        long child = holdfast.awaitPid("child");

        HoldfastJar.signal("STOP", run.pid());
        Run successor = holdfast.start("exec", "--lock", "job", "--wait", "30s", "--", "true");
        assertThat(successor.exitCode()).isZero();
        HoldfastJar.signal("CONT", run.pid());

        assertThat(run.exitCode()).isEqualTo(76);
        assertThat(HoldfastJar.isRunning(child)).isFalse();
        assertThat(ours(run)).singleElement().asString().startsWith("holdfast: program stopped, ");
    }

    @Test
    void storeGone_whileTheProgramRuns_asksBeforeTheDeadlineAndKillsByIt() {
        Run run = exec("3s", "trap 'echo asked >asked' TERM; echo $$ >child; while :; do sleep 0.05; done");
        long child = holdfast.awaitPid("child");

        // Another process holds SQLite's write lock: no renewal gets through.
        Run blocker = holdfast.startWords(blockerCommand(), Map.of());
        await("write lock taken")
                .atMost(HoldfastJar.LONG)
                .until(() -> blocker.out().contains("blocked"));
        long since = System.nanoTime();

        assertThat(run.exitCode()).isEqualTo(76);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(20));
        assertThat(holdfast.awaitLine("asked")).isEqualTo("asked");
        assertThat(HoldfastJar.isRunning(child)).isFalse();
        assertThat(ours(run)).last().asString().startsWith("holdfast: program stopped, ");
        blocker.process().destroyForcibly();
    }

    @Test
    void term_toHoldfast_isPassedOnAndTheLockIsReleased() {
        Run run = exec("30s", "trap 'echo term; exit 3' TERM; echo $$ >child; while :; do sleep 0.1; done");
        holdfast.awaitPid("child");

        HoldfastJar.signal("TERM", run.pid());

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).isEqualTo("term\n");
        assertThat(holdfast.run("show", "job").exitCode()).isEqualTo(1);
    }

    @Test
    void hup_toHoldfast_reachesTheProgram() {
        Run run = exec("30s", "echo $$ >child; exec sleep 60");
        holdfast.awaitPid("child");

        HoldfastJar.signal("HUP", run.pid());

        assertThat(run.exitCode()).isEqualTo(129);
    }

    @Test
    void term_toHoldfast_reachesWhatTheProgramLeftBehind() {
        Run run = exec("30s", "sleep 60 & echo $! >left; exit 0");
        long left = holdfast.awaitPid("left");

        // Repeated, as the program may be about to end at the first.
        await().atMost(SOON).until(() -> {
            if (run.process().isAlive()) {
                HoldfastJar.signal("TERM", run.pid());
            }
            return !HoldfastJar.isRunning(left);
        });
        run.exitCode();
    }

    @Test
    void term_whileWaitingForTheLock_leavesNothing() {
        Run holder = exec("30s", "echo $$ >child; exec sleep 60");
        holdfast.awaitPid("child");
        Run waiter = holdfast.start("exec", "--lock", "job", "--verbose", "--", "touch", "ran");
        await().atMost(SOON).until(() -> waiter.err().contains("store chosen"));

        HoldfastJar.signal("TERM", waiter.pid());

        assertThat(waiter.exitCode()).isEqualTo(143);
        HoldfastJar.signal("TERM", holder.pid());
        assertThat(holder.exitCode()).isEqualTo(143);
        assertThat(holdfast.file("ran")).doesNotExist();
        assertThat(holdfast.run("show", "job").exitCode()).isEqualTo(1);
    }

    @Test
    void ctrlC_onATerminal_reachesTheProgramOnceAndHoldfastWaitsForIt() {
        // script(1) gives a terminal, whose driver turns the typed ^C into INT for the whole foreground group. Without
        // exec, a $SHELL that keeps itself between, as dash does, is in that group too, and INT ends it.
        String program = "n=0; trap 'n=$((n+1)); echo INT-$n' INT; echo $$ >child;"
                + " i=0; while [ $i -lt 20 ]; do sleep 0.1; i=$((i+1)); done; exit $((40+n))";
        List<String> words = new ArrayList<>(HoldfastJar.command("exec", "--lock", "job", "--", "sh", "-c", program));
        String quoted = String.join(
                " ",
                words.stream().map(w -> "'" + w.replace("'", "'\\''") + "'").toList());
        Run run = holdfast.startWords(
                List.of("script", "-qec", "exec " + quoted, "/dev/null"),
                Map.of("HOLDFAST_STORE", holdfast.store(), "SHELL", "/bin/sh"));
        holdfast.awaitPid("child");

        run.type("\u0003");

        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(41);
        assertThat(run.out()).contains("INT-1").doesNotContain("INT-2");
        assertThat(holdfast.run("show", "job").exitCode()).isEqualTo(1);
    }

    private static Path which(String tool) {
        return Stream.of("/usr/bin", "/bin")
                .map(f -> Path.of(f, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private List<String> blockerCommand() {
        String classPath = System.getProperty("java.class.path");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java,
                "-cp",
                classPath,
                SqliteBlocker.class.getName(),
                folder.resolve("locks.db").toString());
    }

    /** Our own lines; a shell may tell of its killed children beside them. */
    private static List<String> ours(Run run) {
        return run.err().lines().filter(l -> l.startsWith("holdfast:")).toList();
    }

    private Run exec(String lease, String script) {
        return holdfast.start("exec", "--lock", "job", "--lease", lease, "--", "sh", "-c", script);
    }
}
