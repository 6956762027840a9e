package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.ReleaseResult;
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
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** P28, and interrupts, which close the socket under a virtual thread. */
class RedisVirtualThreadsIT extends OnRedis {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeEach
    void needsVirtualThreads() {
        if (Runtime.version().feature() < 21) {
            Assumptions.abort("virtual threads need JDK 21, this is " + Runtime.version());
        }
    }

    private interface Body {
        void run(int index) throws Exception;
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
            assertThat(each.get(90, TimeUnit.SECONDS)).isTrue();
        }
        executor.shutdown();
    }

    @Test
    void p28_tenThousandVirtualThreads_pinNothingOfOurs() throws Exception {
        Holdfast client = client();
        Holdfast other = client();
        int[] counters = new int[50];
        onVirtualThreads(500, i -> {
            client.lock("w" + i % 50).acquire().close();
            other.lock("w" + i % 50).acquire().close();
        });
        Path file = folder.resolve("pinned.jfr");
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.start();
            onVirtualThreads(10_000, i -> {
                Holdfast mine = i % 2 == 0 ? client : other;
                try (Lease lease = mine.lock("n" + i % 50).acquire()) {
                    counters[i % 50]++;
                    assertThat(lease.isHeld()).isTrue();
                }
            });
            recording.stop();
            recording.dump(file);
        }
        assertThat(counters).containsOnly(200);
        assertThat(ofOurs(RecordingFile.readAllEvents(file))).isEmpty();
        Files.delete(file);
    }

    private static List<String> ofOurs(List<RecordedEvent> events) {
        List<String> ours = new ArrayList<>();
        for (RecordedEvent event : events) {
            List<RecordedFrame> frames = event.getStackTrace() == null
                    ? List.of()
                    : event.getStackTrace().getFrames();
            if (frames.stream()
                    .anyMatch(frame -> frame.getMethod().getType().getName().startsWith("dev.holdfast."))) {
                ours.add(event.toString());
            }
        }
        return ours;
    }

    @Test
    void interruptPending_releaseIsAnsweredAndTheFlagStays() throws Exception {
        DistributedLock lock = client().lock("n");
        onVirtualThreads(1, i -> {
            for (int round = 0; round < 50; round++) {
                Lease lease = lock.acquireUninterruptibly();
                Thread.currentThread().interrupt();
                assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
                assertThat(Thread.interrupted()).isTrue();
                Thread.currentThread().interrupt();
                try (Lease again = lock.acquireUninterruptibly()) {
                    assertThat(again.isHeld()).isTrue();
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                }
                assertThat(Thread.interrupted()).isTrue();
            }
        });
    }
}
