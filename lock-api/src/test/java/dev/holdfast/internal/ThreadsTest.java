package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.holdfast.spi.Scheduler.Scheduled;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    private static final AtomicInteger CLIENTS = new AtomicInteger();
    private static final Duration SOON = Duration.ofSeconds(30);

    private final String client = "t" + CLIENTS.incrementAndGet();
    private final Threads threads = new Threads(client);

    @AfterEach
    void stop_always_leavesNoThread() {
        threads.stop(Duration.ZERO);
        await().atMost(SOON).until(() -> alive(client).isEmpty());
    }

    /** The living platform threads of a client. */
    static List<Thread> alive(String client) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("holdfast-" + client + "-"))
                .toList();
    }

    private static void hang(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private record Ran(String name, boolean daemon) {
        static Ran now() {
            return new Ran(
                    Thread.currentThread().getName(), Thread.currentThread().isDaemon());
        }
    }

    @Test
    void everyThread_isNamedAndDaemon() throws Exception {
        CompletableFuture<Ran> timer = new CompletableFuture<>();
        CompletableFuture<Ran> io = new CompletableFuture<>();
        CompletableFuture<Ran> callback = new CompletableFuture<>();

        threads.schedule(() -> timer.complete(Ran.now()), Duration.ZERO);
        threads.execute(() -> io.complete(Ran.now()));
        threads.callbacks().execute(() -> callback.complete(Ran.now()));

        assertThat(timer.get(10, TimeUnit.SECONDS)).isEqualTo(new Ran("holdfast-" + client + "-timer-1", true));
        assertThat(io.get(10, TimeUnit.SECONDS)).isEqualTo(new Ran("holdfast-" + client + "-io-1", true));
        assertThat(callback.get(10, TimeUnit.SECONDS)).isEqualTo(new Ran("holdfast-" + client + "-callback-1", true));
    }

    @Test
    void load_onEveryLane_needsAtMostFourPlatformThreads() {
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 2_000; i++) {
            threads.execute(done::incrementAndGet);
            threads.renewals().execute(done::incrementAndGet);
            threads.callbacks().execute(done::incrementAndGet);
            threads.schedule(() -> {}, Duration.ZERO);
        }

        await().atMost(SOON).until(() -> done.get() == 6_000);
        assertThat(alive(client)).hasSizeBetween(0, 4).allMatch(Thread::isDaemon);
    }

    /** L-8: a call that hangs on one node leaves room for the others, within a bound. */
    @Test
    void hangingCalls_growALaneToEightAndNoFurther() {
        CountDownLatch done = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            threads.renewals().execute(() -> {
                started.incrementAndGet();
                hang(done);
            });
        }
        try {
            int room = VirtualThreads.executor("probe-").isPresent() ? 20 : 8;
            await().atMost(SOON).until(() -> started.get() == room);
            assertThat(alive(client)).hasSizeLessThanOrEqualTo(9);
        } finally {
            done.countDown();
        }
        await().atMost(SOON).until(() -> started.get() == 20);
    }

    /** One hanging store call leaves room for another. */
    @Test
    void execute_twoAtATime_runTogether() {
        CyclicBarrier both = new CyclicBarrier(2);
        Set<String> met = ConcurrentHashMap.newKeySet();
        Runnable meeting = () -> {
            try {
                both.await(10, TimeUnit.SECONDS);
                met.add(Thread.currentThread().getName());
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
                met.clear();
            }
        };

        threads.execute(meeting);
        threads.execute(meeting);

        await().atMost(SOON).until(() -> met.size() == 2);
    }

    @Test
    void schedule_cancelled_doesNotRun() throws Exception {
        CountDownLatch timerBusy = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        CompletableFuture<Void> last = new CompletableFuture<>();
        threads.schedule(
                () -> {
                    timerBusy.countDown();
                    hang(goOn);
                },
                Duration.ZERO);
        assertThat(timerBusy.await(10, TimeUnit.SECONDS)).isTrue();
        Scheduled cancelled = threads.schedule(ran::incrementAndGet, Duration.ZERO);
        threads.schedule(() -> last.complete(null), Duration.ofMillis(1));

        cancelled.cancel();
        cancelled.cancel();
        goOn.countDown();

        last.get(10, TimeUnit.SECONDS);
        assertThat(ran).hasValue(0);
    }

    @Test
    void schedule_negativeDelay_runsSoon() throws Exception {
        CompletableFuture<Void> ran = new CompletableFuture<>();

        threads.schedule(() -> ran.complete(null), Duration.ofSeconds(-5));

        assertThatCode(() -> ran.get(10, TimeUnit.SECONDS)).doesNotThrowAnyException();
    }

    @Test
    void schedule_throwingTask_costsNoLaterOne() {
        AtomicInteger ran = new AtomicInteger();
        threads.schedule(
                () -> {
                    throw new IllegalStateException("task of this test");
                },
                Duration.ZERO);

        threads.schedule(ran::incrementAndGet, Duration.ZERO);

        await().atMost(SOON).until(() -> ran.get() == 1);
    }

    @Test
    void afterStop_everythingIsDroppedQuietly() {
        AtomicInteger ran = new AtomicInteger();
        threads.schedule(ran::incrementAndGet, Duration.ofHours(1));
        threads.stop(Duration.ofSeconds(1));

        assertThatCode(() -> {
                    threads.execute(ran::incrementAndGet);
                    threads.schedule(ran::incrementAndGet, Duration.ZERO).cancel();
                })
                .doesNotThrowAnyException();
        await().atMost(SOON).until(() -> alive(client).isEmpty());
        assertThat(ran).hasValue(0);
    }

    @Test
    void stop_runningTask_isGivenTimeToEnd() throws Exception {
        AtomicInteger ended = new AtomicInteger();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        threads.execute(() -> {
            running.countDown();
            hang(goOn);
            ended.incrementAndGet();
        });
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
        Thread stopper = new Thread(() -> threads.stop(SOON));
        stopper.start();
        await().atMost(SOON).until(() -> stopper.getState() == Thread.State.TIMED_WAITING);

        goOn.countDown();

        await().atMost(SOON).until(() -> !stopper.isAlive());
        assertThat(ended).hasValue(1);
    }

    @Test
    void stop_hangingTask_isInterruptedAfterTheBound() throws Exception {
        CompletableFuture<String> end = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        threads.execute(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                end.complete("interrupted");
            }
        });
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

        threads.stop(Duration.ofMillis(1));

        assertThat(end.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }

    @Test
    void stop_byAnInterruptedThread_keepsTheFlag() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        threads.execute(() -> {
            running.countDown();
            hang(new CountDownLatch(1));
        });
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

        Thread.currentThread().interrupt();
        threads.stop(SOON);

        assertThat(Thread.interrupted()).isTrue();
    }
}
