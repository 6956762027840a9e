package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.HoldfastJar.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a hostile user tried: each once went wrong. */
class ExecEdgesIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private HoldfastJar holdfast;

    @BeforeEach
    void open() {
        holdfast = new HoldfastJar(folder);
    }

    @AfterEach
    void close() {
        holdfast.close();
    }

    @Test
    void exec_insideAnExecOfTheSameLock_tellsTheSelfDeadlock() {
        List<String> words = new ArrayList<>(List.of("exec", "--lock", "n", "--"));
        words.addAll(HoldfastJar.command("exec", "--lock", "n", "--", "true"));

        Run run = holdfast.run(words.toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(70);
        assertThat(run.err()).startsWith("holdfast: self-deadlock: ");
    }

    @Test
    void exec_argumentThatIsNoUtf8_isRefusedRatherThanChanged() {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" \"$(printf 'caf\\351')\"", "sh"));
        words.addAll(HoldfastJar.command("exec", "--lock", "n", "--", "printf", "%s"));

        Run run = holdfast.startWords(words, Map.of("HOLDFAST_STORE", holdfast.store(), "LC_ALL", "C.UTF-8"));

        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("holdfast: arguments are not valid UTF-8");
    }

    @Test
    void exec_programThatQuitsItself_isNotShieldedFromTheSignal() {
        assertThat(holdfast.run("exec", "--lock", "n", "--", "sh", "-c", "kill -3 $$; exit 0")
                        .exitCode())
                .isEqualTo(131);
    }
}
