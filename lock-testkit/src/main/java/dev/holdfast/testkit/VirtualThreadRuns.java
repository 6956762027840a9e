package dev.holdfast.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;

/** Runs bodies on virtual threads and sees who pins their carriers (P28). Needs JDK 21; compiled for 17. */
public final class VirtualThreadRuns {

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private VirtualThreadRuns() {}

    /** What one thread does. */
    @FunctionalInterface
    public interface Body {
        /** Runs it. */
        void run(int index) throws Exception;
    }

    /** What is recorded. */
    @FunctionalInterface
    public interface Task {
        /** Runs it. */
        void run() throws Exception;
    }

    /** Skips the test, visibly, where the JVM has none. */
    public static void require() {
        if (Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS) {
            Assumptions.abort("virtual threads need JDK 21, this is " + Runtime.version());
        }
    }

    /** Runs a body on so many virtual threads at once and waits for all; fails with the first that failed. */
    public static void on(int count, Body body) throws Exception {
        ExecutorService executor = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            all.add(executor.submit(() -> {
                body.run(index);
                return true;
            }));
        }
        for (Future<Boolean> each : all) {
            Boolean unused = each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        executor.shutdown();
    }

    /** The pinning events of a millisecond or more while the task ran. */
    public static List<RecordedEvent> pinned(Path folder, Task task) throws Exception {
        Path file = folder.resolve("pinned.jfr");
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.start();
            task.run();
            recording.stop();
            recording.dump(file);
        }
        return events(file);
    }

    private static List<RecordedEvent> events(Path file) throws IOException {
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        Files.delete(file);
        return events;
    }
}
