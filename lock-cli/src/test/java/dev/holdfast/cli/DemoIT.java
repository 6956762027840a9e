package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.HoldfastJar.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo as a user runs it, but short. */
class DemoIT {

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
    void demo_onItsOwnStore_holdsEveryInvariant() throws IOException {
        Run run = demo("--seconds", "5");

        assertThat(run.exitCode()).as("%s%s", run.out(), run.err()).isZero();
        assertThat(run.out())
                .containsPattern("(?m)^oversold +0$")
                .contains("frozen (SIGSTOP) between read and write", "killed (kill -9)", "strictly rising")
                .containsPattern("worker 1 rejected: token \\d{19} < \\d{19}")
                .contains("all held")
                .doesNotContain("\u001b");
        assertThat(run.err()).isEmpty();
        assertThat(temporaryFiles()).isEmpty();
    }

    @Test
    void demo_onAGivenStore_usesItAndWritesOneJsonObject() throws IOException {
        Run run = demo("--seconds", "5", "--workers", "3", "--json", "--store", holdfast.store());

        assertThat(run.exitCode()).as("%s%s", run.out(), run.err()).isZero();
        JsonNode json = JsonMapper.shared().readTree(run.out());
        assertThat(json.get("ok").asBoolean()).isTrue();
        assertThat(json.get("oversold").asInt()).isZero();
        assertThat(json.get("lateWrite").get("rejected").asBoolean()).isTrue();
        assertThat(json.get("lateWrite").get("token").asString()).matches("\\d{19}");
        assertThat(Duration.parse(json.get("takeOver").get("time").asString())).isLessThan(Duration.ofSeconds(3));
        assertThat(Files.exists(folder.resolve("locks.db"))).isTrue();
    }

    @Test
    void demo_whenUnsafe_reallyOversells() {
        Run run = demo("--seconds", "5", "--unsafe");

        assertThat(run.exitCode()).as("%s%s", run.out(), run.err()).isZero();
        assertThat(run.out())
                .containsPattern("(?m)^oversold +[1-9]\\d*$")
                .contains("without token check and owner check");
    }

    @Test
    void demo_onAWrongStore_saysSoOnce() {
        Run run = demo("--store", "redsi:");

        assertThat(run.exitCode()).isEqualTo(78);
        assertThat(run.err()).startsWith("holdfast: no backend for scheme").hasLineCount(1);
    }

    @Test
    void ctrlC_whileAWorkerIsFrozen_leavesNoProcessAndNoFile() throws IOException {
        // In a session of its own, so that the signal reaches the demo's group and not ours.
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(words());
        Run run = holdfast.startWords(words, Map.of());
        await().atMost(HoldfastJar.LONG).until(() -> run.out().contains("frozen (SIGSTOP)"));
        List<ProcessHandle> all = run.process().descendants().toList();
        assertThat(all).hasSizeGreaterThanOrEqualTo(4);

        HoldfastJar.signal("INT", -run.pid());

        assertThat(run.exitCode()).isEqualTo(130);
        await().atMost(Duration.ofSeconds(5)).until(() -> all.stream().noneMatch(p -> HoldfastJar.isRunning(p.pid())));
        assertThat(temporaryFiles()).isEmpty();
    }

    @Test
    void kill9_ofTheDemo_endsItsWorkers() {
        Run run = demo();
        await().atMost(HoldfastJar.LONG).until(() -> run.out().contains("frozen (SIGSTOP)"));
        List<ProcessHandle> all = run.process().descendants().toList();

        HoldfastJar.signal("KILL", run.pid());

        await().atMost(Duration.ofSeconds(5)).until(() -> all.stream().noneMatch(p -> HoldfastJar.isRunning(p.pid())));
    }

    private Run demo(String... options) {
        return holdfast.startWords(words(options), Map.of());
    }

    /** The demo with a temporary folder that we can look into. */
    private List<String> words(String... options) {
        try {
            Path temporary = Files.createDirectories(folder.resolve("tmp"));
            List<String> words = HoldfastJar.command("demo");
            words.add(1, "-Djava.io.tmpdir=" + temporary);
            words.addAll(List.of(options));
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
            return files.filter(f -> f.getFileName().toString().startsWith("holdfast-demo"))
                    .toList();
        }
    }
}
