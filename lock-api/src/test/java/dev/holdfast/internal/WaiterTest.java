package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.spi.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaiterTest {

    private static final RuntimeException FAILURE = new IllegalStateException("down");

    private final FakeTime time = new FakeTime();
    private final Core core = new Core(
            "c1",
            HoldfastConfig.DEFAULTS.ticker(time),
            new Core.Lanes(time, time::execute),
            new Callbacks(Runnable::run, null),
            () -> new FakeBackend("fake"));

    private static final class Plain extends Waiter {
        Plain(long since, long wait) {
            super(LeaseOptions.DEFAULTS, since, wait);
        }

        @Override
        void signal() {}
    }

    private final Waiter waiter = new Plain(100, 50);

    private LeaseImpl lease() {
        Grant grant = new Grant(
                core,
                new NameQueue(core, "a"),
                new OwnerId("c1", 1),
                1,
                LeaseOptions.DEFAULTS,
                new Grant.Confirmation(time.nanos(), 0, Duration.ofSeconds(30)));
        return new LeaseImpl(core, grant, 4096, LossPolicy.REPORT);
    }

    @Test
    void create_isUndecided() {
        assertThat(waiter.decided()).isFalse();
        assertThat(waiter.lease()).isNull();
        assertThat(waiter.failure()).isNull();
    }

    @Test
    void offer_first_wins() {
        LeaseImpl lease = lease();

        assertThat(waiter.offer(lease)).isTrue();
        assertThat(waiter.lease()).isSameAs(lease);
        assertThat(waiter.failure()).isNull();
        assertThat(waiter.decided()).isTrue();
        assertThat(waiter.withdraw())
                .as("a withdrawal that fails has won a lease")
                .isFalse();
        assertThat(waiter.fail(FAILURE)).isFalse();
        assertThat(waiter.lease()).isSameAs(lease);
    }

    @Test
    void offer_toAnAbandonedWaiter_isLeftWithTheOfferer_P22() {
        assertThat(waiter.withdraw()).isTrue();

        assertThat(waiter.offer(lease())).isFalse();
        assertThat(waiter.fail(FAILURE)).isFalse();
        assertThat(waiter.withdraw()).isFalse();
        assertThat(waiter.decided()).isTrue();
        assertThat(waiter.lease()).isNull();
        assertThat(waiter.failure()).isNull();
    }

    @Test
    void fail_first_isTheOutcome() {
        assertThat(waiter.fail(FAILURE)).isTrue();
        assertThat(waiter.failure()).isSameAs(FAILURE);
        assertThat(waiter.offer(lease())).isFalse();
        assertThat(waiter.lease()).isNull();
    }

    @Test
    void left_bounded_countsDownAndGoesBelowZero() {
        assertThat(waiter.bounded()).isTrue();
        assertThat(waiter.left(100)).isEqualTo(50);
        assertThat(waiter.left(149)).isEqualTo(1);
        assertThat(waiter.left(160)).isEqualTo(-10);
        assertThat(waiter.waited(160)).isEqualTo(60);
    }

    @Test
    void left_unbounded_neverEnds() {
        Waiter patient = new Plain(Long.MIN_VALUE, Long.MAX_VALUE);

        assertThat(patient.bounded()).isFalse();
        assertThat(patient.left(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void left_overTheWrapOfTheClock_isRight() {
        Waiter wrapping = new Plain(Long.MAX_VALUE - 5, 50);

        assertThat(wrapping.left(Long.MIN_VALUE + 4)).isEqualTo(40);
        assertThat(wrapping.waited(Long.MIN_VALUE + 4)).isEqualTo(10);
    }

    @Test
    void outcome_raced_isSetOnce() throws Exception {
        LeaseImpl lease = lease();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < 1000; round++) {
                Waiter raced = new Plain(0, 1);
                CountDownLatch go = new CountDownLatch(1);
                List<Future<Boolean>> all = new ArrayList<>();
                List<Callable<Boolean>> calls =
                        List.of(() -> raced.offer(lease), raced::withdraw, () -> raced.fail(FAILURE));
                for (Callable<Boolean> call : calls) {
                    all.add(threads.submit(() -> {
                        go.await();
                        return call.call();
                    }));
                }
                go.countDown();
                boolean offered = all.get(0).get(10, TimeUnit.SECONDS);
                boolean withdrawn = all.get(1).get(10, TimeUnit.SECONDS);
                boolean failed = all.get(2).get(10, TimeUnit.SECONDS);

                assertThat(List.of(offered, withdrawn, failed)).containsOnlyOnce(true);
                assertThat(raced.lease() != null).isEqualTo(offered);
                assertThat(raced.failure() != null).isEqualTo(failed);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
