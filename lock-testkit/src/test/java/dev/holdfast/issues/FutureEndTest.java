package dev.holdfast.issues;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.Lease;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Futures that end at odd moments, and what is left of them: nothing. */
class FutureEndTest {

    private final Bench bench = Bench.virtual();

    /** As {@code completeOnTimeout} does. */
    @Test
    @Rule("L-6")
    void complete_byTheCaller_leavesTheQueue() {
        Lease foreign = bench.held(bench.client().lock("n"));
        Bench.Client client = bench.client();
        CompletableFuture<Lease> future = client.lock("n").acquireAsync();
        bench.time.runDue();
        assertThat(future.complete(foreign)).isTrue();
        bench.time.runDue();
        foreign.release();
        bench.time.runDue();
        assertThat(client.script().poll.calls())
                .as("nobody waits, so nobody asks")
                .isZero();
        bench.held(bench.client().lock("n")).release();
        bench.close();
    }

    @Test
    @Rule({"L-6", "L-12"})
    void tryAcquireAsync_servedWhileItsTimeOutIsSet_leavesNoTimer() {
        AtomicReference<@Nullable Lease> held = new AtomicReference<>();
        Scheduler inBetween = new Scheduler() {
            @Override
            public Scheduled schedule(Runnable task, Duration delay) {
                Lease lease = delay.equals(ofHours(1)) ? held.getAndSet(null) : null;
                if (lease != null) {
                    lease.release();
                    bench.time.runDue();
                }
                return bench.time.schedule(task, delay);
            }

            @Override
            public void execute(Runnable task) {
                bench.time.execute(task);
            }
        };
        Bench.Client client = bench.client(c -> c.scheduler(inBetween));
        held.set(bench.held(client.lock("n")));
        CompletableFuture<Acquisition> next = client.lock("n").tryAcquireAsync(ofHours(1));
        bench.time.runDue();
        next.join().orElseThrow().release();
        bench.time.advance(ofSeconds(60));
        assertThat(bench.time.pending()).isZero();
    }
}
