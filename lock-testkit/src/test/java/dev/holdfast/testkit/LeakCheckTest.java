package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The leak check finds what it is for. */
class LeakCheckTest {

    private static final CountDownLatch END = new CountDownLatch(1);

    @Test
    void leakedThreadOrCount_failsTheTest() {
        assertThat(RedRules.of(CleanCase.class).tests()).isEmpty();
        assertThat(RedRules.of(LeakyCase.class).tests()).containsExactlyInAnyOrder("leaveThread", "leaveTimer");
        END.countDown();
    }

    static class CleanCase {
        @RegisterExtension
        final LeakCheck leaks = new LeakCheck(Duration.ofMillis(300));

        @Test
        @Rule("none")
        void leaveNothing() {
            leaks.watch("timers", () -> 0);
        }
    }

    static class LeakyCase {
        @RegisterExtension
        final LeakCheck leaks = new LeakCheck(Duration.ofMillis(300));

        @Test
        @Rule("none")
        void leaveThread() {
            Thread thread = new Thread(LeakCheckTest::waitForEnd, "holdfast-leaked");
            thread.setDaemon(true);
            thread.start();
        }

        @Test
        @Rule("none")
        void leaveTimer() {
            leaks.watch("timers", () -> 1);
        }
    }

    private static void waitForEnd() {
        try {
            END.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
