package dev.holdfast.issues;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application's scheduler that takes no task, or none for a moment: nobody else pays for it. */
@Timeout(60)
class BrokenSchedulerTest {

    private final Bench bench = Bench.virtual();
    private volatile boolean noTimers;
    private volatile boolean noTasks;

    private Scheduler moody() {
        return new Scheduler() {
            @Override
            public Scheduled schedule(Runnable task, Duration delay) {
                if (noTimers) {
                    throw new RejectedExecutionException("timer");
                }
                return bench.time.schedule(task, delay);
            }

            @Override
            public void execute(Runnable task) {
                if (noTasks) {
                    throw new RejectedExecutionException("task");
                }
                bench.time.execute(task);
            }
        };
    }

    @Test
    @Rule("L-3")
    void release_nextWaiterCannotBeStarted_isReleasedAllTheSame() {
        Bench.Client client = bench.client(c -> c.scheduler(moody()));
        Lease lease = bench.held(client.lock("n", ofSeconds(10)));
        CompletableFuture<Lease> foreign = bench.client().lock("n").acquireAsync();
        CompletableFuture<Lease> waiting = client.lock("n", ofSeconds(20)).acquireAsync();
        bench.time.runDue();
        noTimers = true;
        noTasks = true;
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        bench.time.runDue();
        noTasks = false;
        takeTimersAgain();
        bench.done(foreign).release();
        bench.time.advance(ofSeconds(20));
        assertThat(waiting).as("offered again").isDone();
        waiting.join().release();
        bench.close();
    }

    @Test
    @Rule({"L-6", "L-13"})
    void abandon_rejectedForAMoment_isDoneBeforeCloseEnds() {
        Bench.Client client = bench.client(c -> c.scheduler(moody()));
        Lease foreign = bench.held(bench.client().lock("n", ofSeconds(10)));
        CompletableFuture<Lease> waiting = client.lock("n").acquireAsync();
        bench.time.runDue();
        noTimers = true;
        noTasks = true;
        waiting.cancel(false);
        noTimers = false;
        noTasks = false;
        CompletableFuture<Void> closed = CompletableFuture.runAsync(client.holdfast()::close);
        await().pollInterval(ofMillis(5)).atMost(ofSeconds(10)).until(() -> {
            bench.time.advance(ofMillis(1)); // not so long that a wait of close ends by it
            return closed.isDone();
        });
        foreign.release();
        bench.time.advance(ofMinutes(1));
        bench.held(bench.client().lock("n")).release();
    }

    @Test
    @Rule({"L-4", "L-5"})
    void chain_timerRejectsItForAMoment_goesOn() {
        Bench.Client client = bench.client(c -> c.scheduler(moody()));
        noTimers = true;
        Lease first = bench.held(client.lock("n", ofSeconds(10)));
        takeTimersAgain();
        bench.time.advance(ofMinutes(1));
        assertThat(first.isHeld()).as("its first tick was rejected").isTrue();
        noTimers = true;
        bench.time.advance(ofSeconds(1));
        takeTimersAgain();
        bench.time.advance(ofMinutes(1));
        assertThat(first.isHeld()).as("a later tick was rejected").isTrue();
        first.release();
        bench.close();
    }

    @Test
    @Rule("L-4")
    void deadline_timerRejectsItsAlarm_isToldAllTheSame() {
        Bench.Client client = bench.client(c -> c.scheduler(moody()));
        List<LeaseLoss> told = new CopyOnWriteArrayList<>();
        Lease lease =
                bench.held(client.holdfast().lock("n", o -> o.renewed(false).lease(ofSeconds(10))));
        lease.onLost(told::add);
        bench.time.advance(ofSeconds(8));
        noTimers = true;
        bench.time.advance(ofSeconds(1));
        takeTimersAgain();
        bench.time.advance(ofSeconds(5));
        assertThat(told).extracting(LeaseLoss::cause).containsExactly(LossCause.EXPIRED);
        bench.close();
    }

    @Test
    @Rule("L-6")
    void acquireAsync_everythingRejectedForAMoment_isServed() {
        Bench.Client client = bench.client(c -> c.scheduler(moody()));
        noTimers = true;
        noTasks = true;
        CompletableFuture<Lease> waiting = client.lock("n").acquireAsync();
        CompletableFuture<Acquisition> bounded = client.lock("m").tryAcquireAsync(ofSeconds(5));
        noTimers = false;
        noTasks = false;
        await().pollInterval(ofMillis(5)).atMost(ofSeconds(10)).until(() -> {
            bench.time.advance(ofMillis(1));
            return waiting.isDone() && bounded.isDone();
        });
        waiting.join().release();
        bounded.join().orElseThrow().release();
        bench.time.runDue();
        bench.held(client.lock("n")).release();
        awaitNoOffer();
        bench.close();
    }

    @Test
    @Rule({"L-12", "L-13"})
    void close_afterAMomentWithoutTimers_findsNothingHeld() throws Exception {
        Bench.Client client = bench.client(c -> c.scheduler(moody()));
        noTimers = true;
        client.lock("n").tryAcquire().orElseThrow().release();
        client.lock("m").tryAcquire(ofMillis(300)).orElseThrow().release();
        noTimers = false;
        CompletableFuture<Void> closed = CompletableFuture.runAsync(client.holdfast()::close);
        assertThat(closed).as("time stands still: no grace").succeedsWithin(ofSeconds(10));
        awaitNoOffer();
    }

    /** What was rejected is offered again in real time. */
    private void takeTimersAgain() {
        int before = bench.time.pending();
        noTimers = false;
        await().atMost(ofSeconds(10)).until(() -> bench.time.pending() > before);
    }

    /** An offer that was rejected comes again after 10 ms; then nothing is under way outside virtual time. */
    private void awaitNoOffer() {
        await().pollDelay(ofMillis(100)).atMost(ofSeconds(10)).until(() -> {
            bench.time.advance(ofMinutes(5));
            return bench.time.pending() == 0;
        });
    }

    /** The future's failure cannot be delivered; the thread behind it is told that the client closed. */
    @Test
    @Rule("L-13")
    void close_callbacksCannotBeStarted_wakesEveryThread() throws Exception {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(4);
        Bench real = Bench.real();
        Lease foreign = real.client().lock("n").tryAcquire().orElseThrow();
        Bench.Client client = real.client(c -> c.scheduler(new Scheduler() {
            @Override
            public Scheduled schedule(Runnable task, Duration delay) {
                Future<?> future = threads.schedule(task, Ticker.nanosOf(delay), TimeUnit.NANOSECONDS);
                return () -> future.cancel(false);
            }

            @Override
            public void execute(Runnable task) {
                if (noTasks) {
                    throw new IllegalStateException("scheduler was closed");
                }
                threads.execute(task);
            }
        }));
        CompletableFuture<Lease> future = client.lock("n").acquireAsync();
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                end.completeExceptionally(new AssertionError(client.lock("n").acquire()));
            } catch (Exception thrown) {
                end.complete(thrown);
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        await().atMost(ofSeconds(10)).until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        noTasks = true;
        client.holdfast().close();
        assertThat(end.get(10, TimeUnit.SECONDS)).isInstanceOf(ClientClosedException.class);
        assertThat(future).isCompletedExceptionally();
        foreign.release();
        threads.shutdownNow();
        real.close();
    }

    /** No scheduler is to blame here: nothing of a closed client may go on for ever on the application's. */
    @Test
    @Rule("L-13")
    void close_whileRepliesAreMissing_leavesNoTimer() {
        Bench.Client client = bench.client();
        client.script().attempt.answer((request, real) -> new AcquireReply.Indeterminate(new Exception("no reply")));
        assertThatThrownBy(() -> client.lock("n").tryAcquire()).hasMessageContaining("no reply");
        bench.time.runDue();
        client.holdfast().close();
        bench.time.advance(ofHours(1));
        assertThat(bench.time.pending()).isZero();
    }
}
