package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two threads at one waiter or grant, held at the worst moment; on platform threads, so that their stacks can be seen. */
@Timeout(60)
class HandOutRaceTest {

    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(8, task -> {
        Thread thread = new Thread(task, "issue-race");
        thread.setDaemon(true);
        return thread;
    });
    private final Bench bench = Bench.real();

    @AfterEach
    void end() {
        bench.close();
        threads.shutdownNow();
    }

    @Test
    @Rule({"L-3", "L-4"})
    void release_grantLostWhileItIsHandedOn_theHeirIsToldItsCause() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        AtomicBoolean armed = new AtomicBoolean();
        Ticker ticker = new Ticker() {
            @Override
            public long nanos() {
                if (armed.get() && inNewLease() && armed.getAndSet(false)) {
                    answer.countDown();
                    awaitQuietly(HandOutRaceTest::aThreadLosesAGrant);
                }
                return Ticker.system().nanos();
            }

            @Override
            public Instant wallTime() {
                return Ticker.system().wallTime();
            }
        };
        Bench.Client client =
                bench.client(c -> c.ticker(ticker).scheduler(new Pool()).localHandOff(64, ofSeconds(30)));
        Lease first = client.lock("n", ofSeconds(2)).tryAcquire().orElseThrow();
        CompletableFuture<Lease> next = client.lock("n", ofSeconds(2)).acquireAsync();
        client.script().renew.once((grants, real) -> {
            asked.countDown();
            within(answer);
            return grants.stream()
                    .<RenewReply>map(g -> new RenewReply.NotOwner(LossCause.FORCED, "operator"))
                    .toList();
        });
        within(asked);
        armed.set(true);
        first.release();
        Lease heir = next.get(10, TimeUnit.SECONDS);
        CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
        heir.onLost(told::complete);
        answer.countDown();
        LeaseLoss loss = told.get(10, TimeUnit.SECONDS);
        assertThat(loss.cause()).isEqualTo(LossCause.FORCED);
        assertThat(loss.detail()).isEqualTo("operator");
        assertThat(heir.state()).isEqualTo(LeaseState.LOST);
    }

    private static boolean inNewLease() {
        return StackWalker.getInstance()
                .walk(frames -> frames.limit(12)
                        .anyMatch(f -> f.getMethodName().equals("<init>")
                                && f.getClassName().endsWith(".LeaseImpl")));
    }

    private static boolean aThreadLosesAGrant() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(e -> e.getKey().getState() == Thread.State.WAITING)
                .anyMatch(e -> Arrays.stream(e.getValue())
                        .anyMatch(f -> f.getMethodName().equals("lose")
                                && f.getClassName().endsWith(".Grant")));
    }

    /** Red where looks overlap and each cancels the alarm that it finds once its own is set. */
    @Test
    @Rule("L-9")
    void acquireAsync_wokenWhileItSetsItsAlarm_looksAgainAtOnce() throws Exception {
        CountDownLatch setting = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger held = new AtomicInteger();
        Pool slow = new Pool() {
            @Override
            public Scheduled schedule(Runnable task, Duration delay) {
                boolean longAlarm = delay.compareTo(ofSeconds(5)) > 0;
                Scheduled scheduled = super.schedule(task, longAlarm ? delay : delay.plusSeconds(1));
                if (longAlarm) {
                    held.incrementAndGet();
                    setting.countDown();
                    within(goOn);
                } else {
                    second.countDown();
                }
                return scheduled;
            }
        };
        Bench.Client client = bench.client(c -> c.scheduler(slow));
        Script script = client.script();
        script.enqueue.answer((request, real) -> Script.saying(new AcquireReply.Busy(null, ofSeconds(10))));
        script.poll.answer((request, real) -> second.getCount() > 0
                ? new AcquireReply.Indeterminate(new Exception("a moment of trouble"))
                : new AcquireReply.Granted(1_000, 0, request.terms().lease()));
        CompletableFuture<Lease> waiting = client.lock("n").acquireAsync();
        within(setting);
        script.wake.run();
        var unused = second.await(500, TimeUnit.MILLISECONDS); // comes only where two looks run at a time
        awaitQuietly(() -> threads.getActiveCount() == held.get());
        goOn.countDown();
        assertThat(waiting).succeedsWithin(ofSeconds(7));
        assertThat(waiting.join().release()).isNotNull();
    }

    private class Pool implements Scheduler {
        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            Future<?> future = threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        }

        @Override
        public void execute(Runnable task) {
            threads.execute(task);
        }
    }

    /** The moment does not come where a thread is not held up; then the test is only weaker. */
    private static void awaitQuietly(java.util.concurrent.Callable<Boolean> moment) {
        try {
            await().pollInterval(ofMillis(2)).atMost(ofSeconds(2)).until(moment);
        } catch (ConditionTimeoutException never) {
            // see above
        }
    }

    private static void within(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
