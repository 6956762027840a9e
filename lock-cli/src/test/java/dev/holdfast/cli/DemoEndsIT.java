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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo ended before its time, at any moment: nothing of it stays. */
class DemoEndsIT {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private Path temporary;
    private HoldfastJar holdfast;

    @BeforeEach
    void prepare() throws IOException {
        holdfast = new HoldfastJar(folder);
        temporary = Files.createDirectories(folder.resolve("tmp"));
    }

    @AfterEach
    void killWhatIsLeft() {
        holdfast.close();
    }

    @ParameterizedTest
    @CsvSource({
        "INT, 100, 130",
        "TERM, 200, 143",
        "INT, 300, 130",
        "TERM, 400, 143",
        "INT, 500, 130",
        "TERM, 600, 143",
        "INT, 700, 130",
        "TERM, 800, 143"
    })
    void signal_soonAfterTheStart_endsAllWithoutATrace(String signal, int millis, int exitCode) throws Exception {
        Run run = demo();
        // Not a wait for something: the moment itself is what is tried.
        TimeUnit.MILLISECONDS.sleep(millis);

        endsAt(run, signal, exitCode);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void signal_whenTheFolderIsMade_endsAllWithoutATrace(String signal, int exitCode) throws IOException {
        Run run = demo();
        await().pollInterval(Duration.ofMillis(2)).atMost(HoldfastJar.LONG).until(() -> !left().isEmpty());

        endsAt(run, signal, exitCode);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void signal_whenAWorkerIsStarted_endsAllWithoutATrace(String signal, int exitCode) throws IOException {
        Run run = demo();
        await().pollInterval(Duration.ofMillis(2)).atMost(HoldfastJar.LONG).until(() -> hasWorker(run));

        endsAt(run, signal, exitCode);
    }

    @Test
    void kill9_leavesAFolderThatTheNextDemoRemoves() throws IOException {
        Run killed = demo();
        await().atMost(HoldfastJar.LONG).until(() -> hasWorker(killed));
        HoldfastJar.signal("KILL", killed.pid());
        killed.exitCode();
        Path stale = left().get(0);
        assertThat(stale.getFileName().toString()).startsWith("holdfast-demo-" + killed.pid() + "-");
        Run living = demo();
        await().atMost(HoldfastJar.LONG).until(() -> hasWorker(living));

        // The first thing that the living one did was to remove the dead one's; another must not remove the living
        // one's.
        assertThat(stale).doesNotExist();
        List<Path> now = left();
        assertThat(now).hasSize(1);
        Run next = holdfast.startWords(words("--store", "redsi:"), Map.of());

        assertThat(next.exitCode()).isEqualTo(78);
        assertThat(left()).isEqualTo(now);
        assertThat(now.get(0).resolve("alive")).exists();
        endsAt(living, "TERM", 143);
    }

    /** Sends the signal to the whole session, as a terminal does. */
    private void endsAt(Run run, String signal, int exitCode) throws IOException {
        List<ProcessHandle> before = run.process().descendants().toList();
        HoldfastJar.signal(signal, -run.pid());

        assertThat(run.exitCode()).as("%s%s", run.out(), run.err()).isEqualTo(exitCode);
        assertThat(run.err()).isEmpty();
        assertThat(left()).isEmpty();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(Stream.concat(before.stream().map(ProcessHandle::pid), mine().stream()))
                        .filteredOn(HoldfastJar::isRunning)
                        .isEmpty());
    }

    private boolean hasWorker(Run run) {
        return run.process().descendants().anyMatch(p -> words(p.pid()).contains("demo-worker"));
    }

    /** Whatever runs on our folder: workers that were started when the demo had ended already. */
    private List<Long> mine() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> words(pid).contains(temporary.toString()))
                .toList();
    }

    private static String words(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"), java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException | UncheckedIOException ended) {
            return "";
        }
    }

    private Run demo() {
        // In a session of its own, so that the signal reaches the demo's group and not ours.
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(words("--workers", "3"));
        return holdfast.startWords(words, Map.of());
    }

    private List<String> words(String... options) {
        List<String> words = HoldfastJar.command("demo");
        words.add(1, "-Djava.io.tmpdir=" + temporary);
        words.addAll(List.of(options));
        return words;
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(f -> f.getFileName().toString().matches("holdfast-(new-)?demo-.*"))
                    .toList();
        }
    }
}
