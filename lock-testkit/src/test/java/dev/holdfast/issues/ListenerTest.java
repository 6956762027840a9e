package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.lock.Lease;
import dev.holdfast.testkit.LeakCheck;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The application's listeners and executors: whatever they do costs no renewal. */
@Timeout(60)
class ListenerTest {

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    private final Bench bench = Bench.real();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void end() {
        over.countDown();
        bench.close();
    }

    @Test
    @Rule({"L-4", "L-7"})
    void onLost_acquiresTheSameNameInTheCallersThread_doesNotDeadlock() throws Exception {
        Bench.Client client = bench.client(c -> c.callbackExecutor(Runnable::run));
        Lease other = client.lock("other", ofSeconds(1)).tryAcquire().orElseThrow();
        Lease lost = client.holdfast()
                .lock("n", o -> o.renewed(false).lease(ofMillis(300)))
                .tryAcquire()
                .orElseThrow();
        CompletableFuture<Boolean> again = new CompletableFuture<>();
        lost.onLost(loss -> {
            try (Lease next = client.lock("n").acquire()) {
                again.complete(next.isHeld());
            } catch (InterruptedException | RuntimeException failure) {
                again.completeExceptionally(failure);
            }
        });
        assertThat(again.get(10, TimeUnit.SECONDS)).isTrue();
        assertStaysHeldFor(ofSeconds(2), other);
        other.release();
    }

    @Test
    @Rule({"L-4", "L-7"})
    void onLost_ofALossNoticedByTheHolder_mayAcquireTheSameName() {
        Bench calm = Bench.virtual();
        Bench.Client client = calm.client(c -> c.callbackExecutor(Runnable::run));
        Lease lost = calm.held(client.holdfast().lock("n", o -> o.renewed(false).lease(ofSeconds(1))));
        CompletableFuture<Lease> again = new CompletableFuture<>();
        lost.onLost(loss -> client.lock("n").tryAcquire().fold(again::complete, refused -> false));
        calm.time.freeze(ofSeconds(1));
        assertThat(lost.isHeld()).isFalse();
        calm.done(again).release();
        calm.close();
    }

    @Test
    @Rule("L-8")
    void callbackExecutor_runsInTheCallersThread_costsNoRenewal() {
        assertCostsNoRenewal(Runnable::run);
    }

    @Test
    @Rule("L-8")
    void callbackExecutor_rejects_costsNoRenewal() {
        assertCostsNoRenewal(task -> {
            throw new RejectedExecutionException("full");
        });
    }

    @Test
    @Rule("L-8")
    void callbackExecutor_blocks_costsNoRenewal() {
        assertCostsNoRenewal(task -> {
            hang();
            task.run();
        });
    }

    private void assertCostsNoRenewal(Executor executor) {
        Bench.Client client = bench.client(c -> c.callbackExecutor(executor).listener(event -> {
            if (event instanceof HoldfastEvent.NotAcquired) {
                hang();
            }
        }));
        Lease lease = client.lock("n", ofSeconds(1)).tryAcquire().orElseThrow();
        for (int i = 0; i < 20; i++) {
            client.lock("n").tryAcquire();
        }
        assertStaysHeldFor(ofSeconds(3), lease);
        lease.release();
    }

    private void hang() {
        try {
            var unused = over.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertStaysHeldFor(Duration time, Lease lease) {
        await().during(time).atMost(time.plusSeconds(10)).until(lease::isHeld);
    }
}
