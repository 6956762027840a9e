package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.Console;
import dev.holdfast.cli.demo.Message.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that ends by itself, before the demo hears of a signal and without one. */
class CrewIT {

    @TempDir
    Path folder;

    private final AtomicBoolean gone = new AtomicBoolean();

    @Test
    void worker_goneBeforeTheSignalIsHeard_isEndedByTheSignal() {
        AtomicInteger asked = new AtomicInteger();

        assertThatThrownBy(() -> start(() -> gone.get() && asked.incrementAndGet() > 1))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void worker_goneWithoutASignal_breaksTheDemo() {
        assertThatThrownBy(() -> start(() -> false))
                .isInstanceOf(CliException.class)
                .hasMessageStartingWith("demo worker failed: worker=1");
    }

    /** The helper with which the JVM starts a process dies by the same signal. */
    @Test
    void worker_cannotBeStartedBeforeTheSignalIsHeard_isEndedByTheSignal() {
        AtomicInteger asked = new AtomicInteger();

        assertThatThrownBy(() -> fail(() -> asked.incrementAndGet() > 1)).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> fail(() -> false))
                .isInstanceOf(CliException.class)
                .hasMessage("demo worker cannot be started: reason=signal: 15");
    }

    private static void fail(BooleanSupplier stopWanted) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(out, true, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        try (Crew crew = new Crew(new Progress(console, false, true), 1, stopWanted)) {
            crew.start(1, (number, hear) -> {
                throw new IOException("signal: 15");
            });
        }
    }

    private void start(BooleanSupplier stopWanted) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(out, true, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        try (Crew crew = new Crew(new Progress(console, false, true), 1, stopWanted)) {
            crew.start(
                    1,
                    (number, hear) -> WorkerProcess.start(
                            number, new ProcessBuilder("true"), folder.resolve("err"), (worker, message) -> {
                                hear.accept(worker, message);
                                gone.compareAndSet(false, message.kind() == Kind.GONE);
                            }));
        }
    }
}
