package dev.holdfast.issues;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import dev.holdfast.testkit.Rule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A callback executor of the application's that fails: each delivery is made once, and none is lost. */
@Timeout(60)
class CallbackExecutorTest {

    private final Bench bench = Bench.real();

    @AfterEach
    void end() {
        bench.close();
    }

    static Stream<Named<Executor>> broken() {
        return Stream.of(
                Named.of("runs, then throws", task -> {
                    task.run();
                    throw new IllegalStateException("after the task");
                }),
                Named.of("runs twice", task -> {
                    task.run();
                    task.run();
                }),
                Named.of("throws an error", task -> {
                    throw new LinkageError("of this test");
                }),
                Named.of("rejects", task -> {
                    throw new java.util.concurrent.RejectedExecutionException("full");
                }));
    }

    @ParameterizedTest
    @MethodSource("broken")
    @Rule({"L-3", "L-6"})
    void acquireAsync_isDeliveredOnceAndStaysHeld(Executor executor) throws Exception {
        Bench.Client client = bench.client(c -> c.callbackExecutor(executor));
        Lease lease = client.lock("n").acquireAsync().get(10, TimeUnit.SECONDS);
        CompletableFuture<Lease> next = client.lock("n").acquireAsync();
        await().during(java.time.Duration.ofMillis(300)).atMost(ofSeconds(10)).until(lease::isHeld);
        assertThat(next).isNotDone();
        lease.release();
        next.get(10, TimeUnit.SECONDS).release();
    }

    @ParameterizedTest
    @MethodSource("broken")
    @Rule("L-4")
    void onLost_isCalledOnce(Executor executor) {
        Bench.Client client = bench.client(c -> c.callbackExecutor(executor));
        AtomicInteger told = new AtomicInteger();
        Lease lease = client.lock("n").tryAcquire().orElseThrow();
        lease.onLost(loss -> told.incrementAndGet());
        assertThat(client.force("n")).isTrue();
        await().atMost(ofSeconds(10)).until(() -> told.get() > 0);
        await().during(java.time.Duration.ofMillis(200)).atMost(ofSeconds(10)).until(() -> told.get() == 1);
    }

    @Test
    @Rule({"L-4", "L-13"})
    void forceRelease_duringTheCloseGrace_isTheCauseThatCounts() throws Exception {
        Bench.Client client = bench.client(c -> c.closeGrace(ofSeconds(20)));
        Lease lease = client.lock("n").tryAcquire().orElseThrow();
        CompletableFuture<LossCause> announced = new CompletableFuture<>();
        lease.onLost(loss -> announced.complete(loss.cause()));
        CompletableFuture<Void> closed = CompletableFuture.runAsync(client.holdfast()::close);
        assertThat(announced.get(10, TimeUnit.SECONDS)).isEqualTo(LossCause.CLOSED);
        assertThat(bench.client().force("n")).isTrue();
        await().atMost(ofSeconds(15)).until(() -> lease.state() == LeaseState.LOST);
        assertThatThrownBy(lease::ensureHeld)
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.loss().cause()).isEqualTo(LossCause.FORCED));
        closed.get(10, TimeUnit.SECONDS);
    }
}
