package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.HoldfastJar.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast exec} with real programs and locks: what passes through, and who has to wait. */
class ExecIT {

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
    void program_whenRun_hasStandardInputFolderAndEnvironment() {
        Run run = holdfast.startWords(
                HoldfastJar.command(
                        "exec",
                        "--lock",
                        "a b",
                        "--",
                        "sh",
                        "-c",
                        "cat; pwd; echo \"$HOLDFAST_LOCK|$HOLDFAST_STORE|$HOLDFAST_FENCING_TOKEN\""),
                Map.of("HOLDFAST_STORE", holdfast.store()));
        run.type("from standard input\n");

        assertThat(run.exitCode()).isZero();
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("from standard input");
        assertThat(Path.of(lines.get(1))).isEqualTo(realPath(folder));
        assertThat(lines.get(2)).matches("a b\\|\\Q" + holdfast.store() + "\\E\\|\\d{19}");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void environment_withNamesThatAShellWouldDrop_isPassedOn() {
        Run run = holdfast.startWords(
                HoldfastJar.command("exec", "--lock", "job", "--", "printenv", "odd.name"),
                Map.of("HOLDFAST_STORE", holdfast.store(), "odd.name", "odd value"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("odd value\n");
    }

    @Test
    void program_whenItEnds_givesItsExitCode() {
        assertThat(exec("--", "sh", "-c", "exit 7").exitCode()).isEqualTo(7);
    }

    @Test
    void program_whenASignalEndsIt_gives128AndItsNumber() {
        assertThat(exec("--", "sh", "-c", "kill -s KILL $$").exitCode()).isEqualTo(137);
    }

    @Test
    void arguments_afterTheSeparator_areNotTouched() {
        Run run = exec("--", "printf", "[%s]", "--", "--lock", "@/etc/passwd", "-h", "", "a b");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("[--][--lock][@/etc/passwd][-h][][a b]");
    }

    @Test
    void script_withoutAFirstLineThatNamesItsShell_isRunByTheShell() throws IOException {
        Path script = Files.writeString(folder.resolve("script"), "echo from a script\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        Run run = exec("--", "./script");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("from a script\n");
    }

    @Test
    void program_whenItCannotBeRun_is126Or127() throws IOException {
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n");

        Run notExecutable = exec("--", script.toString());
        Run notFound = exec("--", "no-such-program");

        assertThat(notExecutable.exitCode()).isEqualTo(126);
        assertThat(notFound.exitCode()).isEqualTo(127);
        assertThat(notExecutable.err())
                .startsWith("holdfast: program cannot be executed")
                .hasLineCount(1);
        assertThat(notFound.err()).startsWith("holdfast: program not found").hasLineCount(1);
    }

    @Test
    void tokens_ofRunsInARow_rise() {
        String[] token = {"--", "printenv", "HOLDFAST_FENCING_TOKEN"};
        Run first = exec(token);
        first.exitCode();
        Run second = exec(token);
        second.exitCode();

        assertThat(second.out()).isGreaterThan(first.out());
    }

    @Test
    void twoShells_onOneName_excludeEachOther() {
        // Each would fail if the other were inside: mkdir is atomic.
        String critical = "mkdir inside || exit 99; sleep 0.3; rmdir inside; echo done";
        List<Run> runs = List.of(
                exec("--", "sh", "-c", critical), exec("--", "sh", "-c", critical), exec("--", "sh", "-c", critical));

        assertThat(runs).allSatisfy(run -> {
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).isEqualTo("done\n");
        });
    }

    @Test
    void wait_whenTheLockIsNotFreeInTime_is75() {
        Run holder = holder();

        Run once = exec("--wait", "0s", "--", "true");
        Run bounded = exec("--wait", "300ms", "--", "true");
        Run other = exec("--wait", "0s", "--conflict-exit-code", "9", "--", "true");

        assertThat(once.exitCode()).isEqualTo(75);
        assertThat(once.err())
                .contains("reason=HELD")
                .contains("(pid " + holder.pid() + ")")
                .contains("note \"mine\"");
        assertThat(bounded.exitCode()).isEqualTo(75);
        assertThat(bounded.err()).contains("reason=TIMED_OUT").hasLineCount(1);
        assertThat(other.exitCode()).isEqualTo(9);
    }

    @Test
    void wait_whenTheHolderIsKilled_endsAfterItsLease() {
        Run holder = holder("--lease", "2s");
        Run waiter = exec("--wait", "30s", "--", "true");

        HoldfastJar.signal("KILL", holder.pid());

        assertThat(waiter.exitCode()).isZero();
    }

    @Test
    void ls_whileALockIsHeld_showsItAndItsHolder() {
        Run holder = holder();

        assertThat(holdfast.run("ls").out())
                .contains("job")
                .contains(Long.toString(holder.pid()))
                .contains("mine");
        assertThat(holdfast.run("show", "job").exitCode()).isZero();
        assertThat(holdfast.run("show", "other").exitCode()).isEqualTo(1);
    }

    @Test
    void descendants_thatOutliveTheProgram_keepTheLock() {
        // The program ends at once, its daemon goes on in a session of its own.
        Run run = exec("--", "sh", "-c", "(setsid sh -c 'echo $$ >daemon; exec sleep 60' >/dev/null 2>&1 &); exit 5");
        long daemon = holdfast.awaitPid("daemon");

        Run refused = exec("--wait", "1s", "--", "true");
        assertThat(refused.exitCode()).isEqualTo(75);
        assertThat(run.process().isAlive()).isTrue();

        HoldfastJar.signal("KILL", daemon);
        assertThat(run.exitCode()).isEqualTo(5);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> assertThat(holdfast.run("show", "job").exitCode()).isEqualTo(1));
    }

    @Test
    void nested_runs_workOnDifferentNames() {
        List<String> inner = HoldfastJar.command("exec", "--lock", "inner", "--", "sh", "-c", "exit 6");
        List<String> outer = new java.util.ArrayList<>(HoldfastJar.command("exec", "--lock", "outer", "--"));
        outer.addAll(inner);

        assertThat(holdfast.startWords(outer, Map.of("HOLDFAST_STORE", holdfast.store()))
                        .exitCode())
                .isEqualTo(6);
    }

    /** A run that holds the lock {@code job} until it is stopped. */
    private Run holder(String... options) {
        List<String> arguments = new java.util.ArrayList<>(List.of("exec", "--lock", "job", "--note", "mine"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--", "sh", "-c", "echo $$ >holding; exec sleep 60"));
        Run run = holdfast.start(arguments.toArray(String[]::new));
        holdfast.awaitPid("holding");
        return run;
    }

    private Run exec(String... rest) {
        List<String> arguments = new java.util.ArrayList<>(List.of("exec", "--lock", "job"));
        arguments.addAll(List.of(rest));
        return holdfast.start(arguments.toArray(String[]::new));
    }

    private static Path realPath(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
