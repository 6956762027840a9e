package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * P28: our frames never pin a carrier thread. Needs virtual threads; the control pins one by a native frame.
 *
 * <p>Each scenario runs once before it is recorded: threads that meet while a class is loaded, linked or initialised for the
 * first time pin in the JVM itself, under a native frame, and show as whoever used the class. That is once in a process, and
 * nothing that a library's code does or leaves undone.
 */
class VirtualThreadPinningTest {

    private static final int THREADS = 10_000;
    private static final int NAMES = 100;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeEach
    void needsVirtualThreads() {
        if (Runtime.version().feature() < 21) {
            Assumptions.abort("virtual threads need JDK 21, this is " + Runtime.version());
        }
    }

    @Test
    void p28_tenThousandVirtualThreads_onOneName_pinNothing() throws Exception {
        acquireEverywhere(1);
        assertThat(pinned(() -> acquireEverywhere(1))).isEmpty();
    }

    @Test
    void p28_tenThousandVirtualThreads_onManyNames_pinNothing() throws Exception {
        acquireEverywhere(NAMES);
        assertThat(pinned(() -> acquireEverywhere(NAMES))).isEmpty();
    }

    @Test
    void p28_control_parkInsideClassInitializer_pins() throws Exception {
        assertThat(pinned(() ->
                        onVirtualThreads(1, i -> assertThat(Pinning.PARKED).isNotZero())))
                .isNotEmpty();
    }

    private static void acquireEverywhere(int names) throws Exception {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            int[] counters = new int[names];
            onVirtualThreads(THREADS, i -> {
                DistributedLock lock = holdfast.lock("name-" + i % names);
                try (Lease lease = lock.acquire()) {
                    counters[i % names]++;
                    LockSupport.parkNanos(1_000);
                    assertThat(lease.isHeld()).isTrue();
                }
            });
            assertThat(counters).containsOnly(THREADS / names);
            assertThat(platformThreads()).isLessThanOrEqualTo(4);
        }
    }

    private static long platformThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("holdfast-"))
                .count();
    }

    private interface Body {
        void run(int index) throws Exception;
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void onVirtualThreads(int count, Body body) throws Exception {
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
            assertThat(each.get(60, TimeUnit.SECONDS)).isTrue();
        }
        executor.shutdown();
    }

    /** The pinning events of a millisecond or more while the task ran. */
    private List<String> pinned(Task task) throws Exception {
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
        List<String> events = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            events.add(event.toString());
        }
        Files.delete(file);
        return events;
    }

    /** A class initializer runs under a native frame of the JVM: who parks in it keeps the carrier. */
    private static final class Pinning {
        static final long PARKED = park();

        private static long park() {
            long started = System.nanoTime();
            while (System.nanoTime() - started < 20_000_000) {
                LockSupport.parkNanos(5_000_000);
            }
            return System.nanoTime() - started;
        }
    }
}
