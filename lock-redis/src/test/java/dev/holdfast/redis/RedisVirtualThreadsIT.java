package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.testkit.VirtualThreadRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
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
        VirtualThreadRuns.require();
    }

    @Test
    void p28_tenThousandVirtualThreads_pinNothingOfOurs() throws Exception {
        Holdfast client = client();
        Holdfast other = client();
        int[] counters = new int[50];
        VirtualThreadRuns.on(500, i -> {
            client.lock("w" + i % 50).acquire().close();
            other.lock("w" + i % 50).acquire().close();
        });
        List<RecordedEvent> pinned = VirtualThreadRuns.pinned(
                folder,
                () -> VirtualThreadRuns.on(10_000, i -> {
                    Holdfast mine = i % 2 == 0 ? client : other;
                    try (Lease lease = mine.lock("n" + i % 50).acquire()) {
                        counters[i % 50]++;
                        assertThat(lease.isHeld()).isTrue();
                    }
                }));
        assertThat(counters).containsOnly(200);
        assertThat(ofOurs(pinned)).isEmpty();
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
        VirtualThreadRuns.on(1, i -> {
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
