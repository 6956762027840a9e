package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.testkit.LeakCheck;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What close must complete, keep, and not hand out. */
@Timeout(60)
class CloseTest {

    private static final Duration SOON = ofSeconds(10);

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    private final Bench bench = Bench.real();

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule("L-13")
    void close_manyAsyncWaiters_completesEveryFuture() {
        for (int round = 0; round < 3; round++) {
            Bench.Client client = bench.client();
            DistributedLock lock = client.lock("round-" + round);
            Lease lease = lock.tryAcquire().orElseThrow();
            List<CompletableFuture<Lease>> waiting = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                waiting.add(lock.acquireAsync());
            }
            client.holdfast().close();
            await().atMost(SOON).untilAsserted(() -> assertThat(waiting).allMatch(CompletableFuture::isDone));
            assertThat(waiting).allMatch(future -> failure(future) instanceof ClientClosedException);
            assertThat(lease.isHeld()).isFalse();
        }
    }

    @Test
    @Rule("L-13")
    void close_waitersOfALockHeldElsewhere_completesEveryFuture() {
        Lease lease = bench.client().lock("n").tryAcquire().orElseThrow();
        for (int round = 0; round < 10; round++) {
            Bench.Client client = bench.client();
            List<CompletableFuture<Lease>> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiting.add(client.lock("n").acquireAsync());
            }
            client.holdfast().close();
            await().atMost(SOON).untilAsserted(() -> assertThat(waiting).allMatch(CompletableFuture::isDone));
        }
        assertThat(lease.isHeld()).isTrue();
        lease.release();
    }

    @Test
    @Rule("L-13")
    void close_leaseStillHeldWhileRepliesAreMissing_leavesItToLapse() {
        Bench.Client client = bench.client(c -> c.closeGrace(ofMillis(300)));
        Script script = client.script();
        Lease lease = client.lock("held").tryAcquire().orElseThrow();
        script.release.answer((grant, real) -> grant.name().equals("doubtful")
                ? new ReleaseReply.Indeterminate(new Exception("no reply"))
                : real.get());
        script.attempt.answer((request, real) -> new AcquireReply.Indeterminate(new Exception("no reply")));
        assertThat(catchThrowable(() -> client.lock("doubtful", ofSeconds(3)).tryAcquire()))
                .isNotNull();
        client.holdfast().close();
        assertThat(lease.isHeld()).isFalse();
        assertThat(bench.client().lock("held").tryAcquire()).isInstanceOf(Refused.class);
    }

    @Test
    @Rule("L-13")
    void close_attemptUnderWay_getsNoHeldLeaseDuringTheGrace() throws Exception {
        Bench.Client client = bench.client(c -> c.closeGrace(ofSeconds(10)));
        Lease keeps = client.lock("keeps").tryAcquire().orElseThrow();
        CompletableFuture<LeaseLoss> closing = new CompletableFuture<>();
        keeps.onLost(closing::complete);
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch reply = new CountDownLatch(1);
        client.script().attempt.answer((request, real) -> {
            AcquireReply granted = real.get();
            sent.countDown();
            within(reply);
            return granted;
        });
        CompletableFuture<Acquisition> attempt =
                background(() -> client.lock("n").tryAcquire());
        within(sent);
        CompletableFuture<Boolean> closed = background(() -> {
            client.holdfast().close();
            return true;
        });
        assertThat(closing.get(10, TimeUnit.SECONDS).cause()).isEqualTo(LossCause.CLOSED);
        reply.countDown();
        assertNotHeld(attempt);
        keeps.release();
        assertThat(closed).succeedsWithin(SOON);
        assertThat(bench.client().lock("n").tryAcquire(SOON).orElseThrow()).satisfies(Lease::release);
    }

    @Test
    @Rule("L-13")
    void close_attemptUnderWay_getsNoHeldLeaseAfterIt() {
        Bench.Client client = bench.client();
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch reply = new CountDownLatch(1);
        client.script().attempt.answer((request, real) -> {
            AcquireReply granted = real.get();
            sent.countDown();
            within(reply);
            return granted;
        });
        CompletableFuture<Acquisition> attempt =
                background(() -> client.lock("n").tryAcquire());
        within(sent);
        client.holdfast().close();
        reply.countDown();
        assertNotHeld(attempt);
    }

    private static void assertNotHeld(CompletableFuture<Acquisition> attempt) {
        await().atMost(SOON).until(attempt::isDone);
        if (!attempt.isCompletedExceptionally()) {
            assertThat(attempt.join()).matches(a -> !(a instanceof Lease lease && lease.isHeld()), "not held");
        }
    }

    @Test
    @Rule("L-13")
    void close_fromAListener_returnsAtOnceAndTheOthersAreTold() throws Exception {
        Bench.Client client = bench.client(c -> c.closeGrace(ofSeconds(10)));
        Lease first = client.lock("first").tryAcquire().orElseThrow();
        Lease second = client.lock("second").tryAcquire().orElseThrow();
        CompletableFuture<Duration> took = new CompletableFuture<>();
        AtomicBoolean interrupted = new AtomicBoolean();
        CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
        second.onLost(told::complete);
        first.onLost(loss -> {
            long began = System.nanoTime();
            client.holdfast().close();
            interrupted.set(Thread.currentThread().isInterrupted());
            took.complete(Duration.ofNanos(System.nanoTime() - began));
        });
        assertThat(client.force("first")).isTrue();
        assertThat(took.get(20, TimeUnit.SECONDS)).isLessThan(ofSeconds(5));
        assertThat(interrupted).isFalse();
        assertThat(told.get(5, TimeUnit.SECONDS).cause()).isEqualTo(LossCause.CLOSED);
        second.release();
        client.holdfast().close();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    @Rule("L-13")
    void close_leaseReleasedDuringTheGrace_isNotToldThatItIsClosed() throws Exception {
        Bench.Client client = bench.client(c -> c.closeGrace(ofSeconds(10)));
        Lease keeps = client.lock("keeps").tryAcquire().orElseThrow();
        Lease lease = client.lock("n").tryAcquire().orElseThrow();
        CompletableFuture<LeaseLoss> announced = new CompletableFuture<>();
        lease.onLost(announced::complete);
        CompletableFuture<Boolean> closed = background(() -> {
            client.holdfast().close();
            return true;
        });
        announced.get(10, TimeUnit.SECONDS);
        lease.release();
        List<LeaseLoss> told = new CopyOnWriteArrayList<>();
        lease.onLost(told::add);
        keeps.release();
        assertThat(closed).succeedsWithin(SOON); // callbacks have ended then
        assertThat(told).isEmpty();
    }

    @Test
    @Rule("L-13")
    void close_interrupted_keepsTheGraceAndTheFlag() {
        Duration grace = ofMillis(700);
        Bench.Client client = bench.client(c -> c.closeGrace(grace));
        Lease lease = client.lock("n").tryAcquire().orElseThrow();
        Thread.currentThread().interrupt();
        long began = System.nanoTime();
        client.holdfast().close();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(took).isBetween(grace, ofSeconds(10));
        assertThat(lease.isHeld()).isFalse();
    }

    private static Throwable failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(future::get);
        return thrown instanceof ExecutionException wrapped && wrapped.getCause() != null ? wrapped.getCause() : thrown;
    }

    private static void within(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> CompletableFuture<T> background(java.util.function.Supplier<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(task.get());
                    } catch (RuntimeException failure) {
                        result.completeExceptionally(failure);
                    }
                },
                "issue-background");
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
