package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.testkit.Rule;
import dev.holdfast.testkit.Stalls;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A scheduler that rejects, a client that closed, a store that opens slowly: what waits for them goes on. */
class RejectionTest {
    final Bench bench = Bench.virtual();
    boolean broken;

    @Test
    @Rule("L-13")
    void close_bodyOfCallAsyncEndsAfterIt_completesTheFuture() throws Exception {
        Bench real = Bench.real();
        Bench.Client client = real.client();
        CompletableFuture<String> body = new CompletableFuture<>();
        CountDownLatch inside = new CountDownLatch(1);
        CompletableFuture<String> result = client.lock("n").callAsync(lease -> {
            inside.countDown();
            return body;
        });
        inside.await();
        client.holdfast().close();
        body.complete("done");
        await().atMost(ofSeconds(5)).until(result::isDone);
    }

    Scheduler moody() {
        return new Scheduler() {
            @Override
            public Scheduled schedule(Runnable task, Duration delay) {
                return bench.time.schedule(task, delay);
            }

            @Override
            public void execute(Runnable task) {
                if (broken) {
                    broken = false;
                    throw new RejectedExecutionException("once");
                }
                bench.time.execute(task);
            }
        };
    }

    @Test
    @Rule("L-5")
    void run_rejectedOnce_renewalsGoOn() {
        Lease lease = bench.held(bench.client(c -> c.scheduler(moody())).lock("n", ofSeconds(10)));
        broken = true;
        bench.time.advance(ofSeconds(5));
        assertThat(broken).isFalse();
        bench.time.advance(ofMinutes(2));
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    @Rule("L-9")
    void look_rejectedOnce_waiterGoesOn() {
        Bench.Client client = bench.client(c -> c.scheduler(moody()));
        Lease lease = bench.held(bench.client().lock("n", ofSeconds(10)));
        CompletableFuture<Lease> waiting = client.lock("n", ofSeconds(10)).acquireAsync();
        bench.time.runDue();
        broken = true;
        client.script().wake.run();
        assertThat(broken).isFalse();
        lease.release();
        bench.time.advance(ofMinutes(2));
        assertThat(waiting).isDone();
    }

    @Test
    void lazy_firstSyncUser_isBounded() {
        MemoryStore store = MemoryStore.create();
        CountDownLatch never = new CountDownLatch(1);
        Holdfast client = Holdfast.over(
                c -> {
                    try {
                        never.await(9, TimeUnit.SECONDS);
                    } catch (InterruptedException stopped) {
                        throw new IllegalStateException(stopped);
                    }
                    return store.connect(c);
                },
                c -> c.lazy(true));
        Stalls stalls = Stalls.begin();
        assertThatThrownBy(() -> client.lock("n").tryAcquire(ofMillis(100)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("store did not open in time");
        assertThat(stalls.elapsed()).isLessThan(ofMillis(100 + 250)); // L4
        never.countDown();
        client.close();
    }
}
