package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.Lease;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store whose answers would keep a waiter busy for ever. */
class CallRateTest {

    private final Bench bench = Bench.virtual();
    private final Bench.Client client = bench.client();
    private final Script script = client.script();

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule("L-9")
    void acquire_busyForNoTimeForEver_pollsAtABoundedRate() {
        script.enqueue.answer((request, real) -> Script.saying(new AcquireReply.Busy(null, Duration.ZERO)));
        var refused = client.lock("n").tryAcquireAsync(ofSeconds(2));
        bench.time.advance(ofSeconds(1));
        assertThat(script.poll.calls()).isBetween(10, 1_200);
        bench.time.advance(ofSeconds(2));
        assertThat(refused).isCompleted();
        script.enqueue.reset();
    }

    @Test
    @Rule("L-9")
    void acquire_notQueuedForEver_failsAfterItsPatience() {
        script.enqueue.answer((request, real) -> Script.saying(new AcquireReply.NotQueued()));
        CompletableFuture<Lease> hopeless = client.lock("n", ofSeconds(5)).acquireAsync();
        bench.time.advance(ofSeconds(1));
        assertThat(script.enqueue.calls()).isLessThan(200);
        assertThat(hopeless).isNotDone();
        bench.time.advance(ofSeconds(10));
        assertThat(script.enqueue.calls()).isLessThan(500);
        assertThat(hopeless)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(IndeterminateException.class);
        script.enqueue.reset();
        bench.held(client.lock("n")).release();
    }

    @Test
    @Rule("L-9")
    void acquire_entryDroppedNowAndThen_goesOnAtOnce() {
        for (int i = 0; i < 100; i++) {
            script.enqueue.once((request, real) -> Script.saying(new AcquireReply.NotQueued()));
            bench.held(client.lock("n")).release();
        }
    }

    @Test
    @Rule("L-12")
    void cancel_manyFutures_leavesNoTimers() {
        Lease lease = bench.held(client.lock("n"));
        int before = bench.time.pending();
        for (int i = 0; i < 9_000; i++) {
            client.lock("n").tryAcquireAsync(Duration.ofHours(5)).cancel(false);
        }
        bench.time.advance(ofMillis(10));
        assertThat(bench.time.pending()).isLessThanOrEqualTo(before + 3);
        lease.release();
    }

    @Test
    @Rule("L-12")
    void acquire_manyLooks_leaveOneAlarm() {
        Lease lease = bench.held(bench.client().lock("n"));
        CompletableFuture<Lease> waiting = client.lock("n").acquireAsync();
        bench.time.runDue();
        int before = bench.time.pending();
        for (int i = 0; i < 1_000; i++) {
            client.lock("n").tryAcquireAsync(ofMillis(1)).cancel(false);
            bench.time.advance(ofMillis(2));
        }
        assertThat(bench.time.pending()).isLessThanOrEqualTo(before + 3);
        lease.release();
        bench.time.advance(ofSeconds(1));
        bench.done(waiting).release();
    }

    @Test
    @Rule("L-12")
    void leasesNearTheirDeadline_leaveOneAlarmEach() {
        Lease lease = bench.held(client.lock("n", ofSeconds(10)));
        script.renew.answer(
                (grants, real) -> dev.holdfast.spi.LockStore.allIndeterminate(grants, new Exception("down")));
        bench.time.advance(ofMillis(9_500));
        for (int i = 0; i < 100; i++) {
            client.events().suspended("");
            bench.time.runDue();
        }
        assertThat(bench.time.pending()).isLessThan(10);
        script.renew.reset();
        bench.time.advance(ofMinutes(1));
        lease.release();
    }
}
