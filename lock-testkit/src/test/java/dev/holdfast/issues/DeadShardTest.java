package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.LeakCheck;
import dev.holdfast.testkit.Rule;
import dev.holdfast.testkit.Stalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls to a black hole hang for 2 s each: that costs the leases of other shards nothing, on any JDK. */
@Timeout(60)
class DeadShardTest {

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    private final Bench bench = Bench.real();
    private final Bench.Client client = bench.client();
    private final Script script = client.script();

    /** Opened at the end, so that no call hangs on. */
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void end() {
        over.countDown();
        bench.close();
    }

    @Test
    @Rule("L-8")
    void acquireAsync_manyOnADeadShard_costNoHealthyLease() {
        deadShards();
        Lease healthy = client.lock("ok", ofSeconds(3)).tryAcquire().orElseThrow();
        swallowAcquires();
        for (int i = 0; i < 20; i++) {
            var unused = client.lock("dead" + i).acquireAsync();
        }
        assertStaysHeldFor(ofSeconds(7), healthy);
        healthy.release();
    }

    @Test
    @Rule("L-8")
    void renew_twoDeadShardsWithThreeLengthsEach_costNoHealthyLease() {
        deadShards();
        Lease healthy = client.lock("ok", ofSeconds(3)).tryAcquire().orElseThrow();
        List<Lease> doomed = new ArrayList<>();
        for (String shard : List.of("dead1", "dead2")) {
            for (int seconds : List.of(2, 5, 12)) {
                doomed.add(client.lock(shard + seconds, ofSeconds(seconds))
                        .tryAcquire()
                        .orElseThrow());
            }
        }
        script.renew.answer((grants, real) -> {
            if (grants.get(0).name().startsWith("dead")) {
                hang(ofSeconds(2));
                return LockStore.allIndeterminate(grants, new Exception("no reply"));
            }
            return real.get();
        });
        List.of("dead1", "dead2").forEach(client.events()::suspended); // all are asked about at once
        assertStaysHeldFor(ofSeconds(8), healthy);
        assertThat(doomed.get(0).state()).isEqualTo(LeaseState.LOST);
        healthy.release();
    }

    @Test
    @Rule("L-9")
    void tryAcquireAsync_behindManyOnADeadShard_isRefusedInTime() throws Exception {
        deadShards();
        swallowAcquires();
        for (int i = 0; i < 40; i++) {
            var unused = client.lock("dead" + i).acquireAsync();
        }
        await().atMost(ofSeconds(5)).until(() -> script.enqueue.calls() > 0);
        long began = System.nanoTime();
        Stalls stalls = Stalls.begin();
        CompletableFuture<Duration> took = client.lock("dead-too")
                .tryAcquireAsync(ofMillis(100))
                .thenApply(outcome -> {
                    assertThat(outcome).isInstanceOf(Refused.class);
                    assertThat(System.nanoTime() - began)
                            .isGreaterThanOrEqualTo(ofMillis(100).toNanos());
                    return stalls.elapsed();
                });
        assertThat(took.get(20, TimeUnit.SECONDS)).isLessThan(ofMillis(100 + 250));
    }

    private void deadShards() {
        script.shard.answer((name, real) -> name.substring(0, Math.min(5, name.length())));
    }

    private void swallowAcquires() {
        script.enqueue.answer((request, real) -> {
            hang(ofSeconds(2));
            return Script.saying(new AcquireReply.Indeterminate(new Exception("no reply")));
        });
    }

    private void hang(Duration time) {
        try {
            var unused = over.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertStaysHeldFor(Duration time, Lease lease) {
        await().during(time).atMost(time.plusSeconds(10)).until(lease::isHeld);
    }
}
