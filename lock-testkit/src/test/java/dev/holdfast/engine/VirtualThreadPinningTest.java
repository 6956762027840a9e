package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.testkit.VirtualThreadRuns;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
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
        VirtualThreadRuns.require();
    }

    @Test
    void p28_tenThousandVirtualThreads_onOneName_pinNothing() throws Exception {
        acquireEverywhere(1);
        assertThat(VirtualThreadRuns.pinned(folder, () -> acquireEverywhere(1))).isEmpty();
    }

    @Test
    void p28_tenThousandVirtualThreads_onManyNames_pinNothing() throws Exception {
        acquireEverywhere(NAMES);
        assertThat(VirtualThreadRuns.pinned(folder, () -> acquireEverywhere(NAMES)))
                .isEmpty();
    }

    @Test
    void p28_control_parkInsideClassInitializer_pins() throws Exception {
        assertThat(VirtualThreadRuns.pinned(
                        folder,
                        () -> VirtualThreadRuns.on(
                                1, i -> assertThat(Pinning.PARKED).isNotZero())))
                .isNotEmpty();
    }

    private static void acquireEverywhere(int names) throws Exception {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            int[] counters = new int[names];
            VirtualThreadRuns.on(THREADS, i -> {
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
