package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Tokens;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A store that answers nonsense or throws whatever it likes: the acquire fails, the name stays usable, nothing is renewed, and
 * the waiter is counted out (the client allows one).
 */
@SuppressWarnings("NullAway") // a broken store's null is the point
class StoreNonsenseTest {

    private static final Duration LEASE = ofSeconds(10);

    private final Bench bench = Bench.virtual();
    private final Bench.Client client = bench.client(c -> c.waitersPerClient(1));
    private final Script script = client.script();
    private final DistributedLock lock = client.lock("n", LEASE);

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule({"L-3", "L-5"})
    void acquire_grantOfBaseZero_failsWithoutTrace() {
        failsWithoutTrace(new AcquireReply.Granted(0, 0, LEASE));
    }

    @Test
    @Rule({"L-3", "L-5"})
    void acquire_grantAboveTheLastBase_failsWithoutTrace() {
        failsWithoutTrace(new AcquireReply.Granted(Tokens.MAX_BASE + 1, 0, LEASE));
    }

    @Test
    @Rule({"L-3", "L-5"})
    void acquire_grantOfNoLength_failsWithoutTrace() {
        failsWithoutTrace(new AcquireReply.Granted(1, 0, Duration.ZERO));
        failsWithoutTrace(new AcquireReply.Granted(1, 0, ofSeconds(-1)));
        failsWithoutTrace(new AcquireReply.Granted(1, 0, null));
    }

    @Test
    @Rule("L-3")
    void acquire_nullReply_failsWithoutTrace() {
        failsWithoutTrace(null);
    }

    @Test
    @Rule("L-3")
    void acquire_busyWithoutTime_failsWithoutTrace() {
        failsWithoutTrace(new AcquireReply.Busy(null, null));
    }

    @Test
    @Rule("L-3")
    void acquire_busyWithNegativeTime_failsWithoutTrace() {
        failsWithoutTrace(new AcquireReply.Busy(null, ofMillis(-1)));
    }

    @Test
    @Rule("L-3")
    void acquire_nullTicket_failsWithoutTrace() {
        script.enqueue.answer((request, real) -> null);
        failsWithoutTrace();
    }

    @Test
    @Rule("L-3")
    void acquire_storeThrows_failsWithoutTrace() {
        for (Throwable thrown : throwables()) {
            script.enqueue.answer((request, real) -> {
                throw unchecked(thrown);
            });
            failsWithoutTrace();
        }
    }

    @Test
    @Rule("L-3")
    void acquire_pollThrows_failsWithoutTrace() {
        for (Throwable thrown : throwables()) {
            script.enqueue.answer((request, real) -> Script.saying(new AcquireReply.Busy(null, ofMillis(10))));
            script.poll.answer((request, real) -> {
                throw unchecked(thrown);
            });
            failsWithoutTrace();
        }
    }

    private static List<Throwable> throwables() {
        return List.of(
                new IllegalStateException("broken"),
                new NoClassDefFoundError("driver/Foo"),
                new StackOverflowError(),
                new AssertionError("driver"));
    }

    private void failsWithoutTrace(@Nullable AcquireReply reply) {
        script.enqueue.answer((request, real) -> Script.saying(reply));
        failsWithoutTrace();
    }

    private void failsWithoutTrace() {
        CompletableFuture<Lease> failed = lock.acquireAsync();
        bench.time.advance(ofMinutes(1));
        assertThat(failed).isCompletedExceptionally();
        script.enqueue.reset();
        script.poll.reset();
        bench.held(lock).release();
        bench.time.advance(ofMinutes(1));
        assertThat(script.renew.calls()).as("renewals of what nobody holds").isZero();
    }

    @Test
    @Rule("L-3")
    void tryAcquire_nonsense_isIndeterminateAndLeavesNothing() {
        List<AcquireReply> nonsense = new ArrayList<>();
        nonsense.add(null);
        nonsense.add(new AcquireReply.Granted(0, 0, LEASE));
        nonsense.add(new AcquireReply.Busy(null, null));
        for (AcquireReply reply : nonsense) {
            script.attempt.answer((request, real) -> reply);
            assertThatThrownBy(lock::tryAcquire).isInstanceOf(IndeterminateException.class);
            script.attempt.reset();
            bench.time.runDue();
            lock.tryAcquire().orElseThrow().release();
        }
        bench.time.advance(ofMinutes(1));
        assertThat(script.renew.calls()).isZero();
    }

    @Test
    @Rule("L-3")
    void tryAcquire_storeThrows_isIndeterminateAndLeavesNothing() {
        for (Throwable thrown : throwables()) {
            script.attempt.answer((request, real) -> {
                throw unchecked(thrown);
            });
            assertThatThrownBy(lock::tryAcquire)
                    .isInstanceOf(IndeterminateException.class)
                    .hasCause(thrown);
            script.attempt.reset();
            lock.tryAcquire().orElseThrow().release();
        }
    }

    @Test
    @Rule("L-3")
    void release_storeThrowsOrAnswersNull_isUnknownAndFollowedUp() {
        for (Throwable thrown : throwables()) {
            Lease lease = bench.held(lock);
            script.release.once((grant, real) -> {
                throw unchecked(thrown);
            });
            assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
            assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
            bench.time.runDue();
        }
        Lease lease = bench.held(lock);
        script.release.once((grant, real) -> null);
        assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
        bench.time.runDue();
        bench.held(bench.client().lock("n")).release();
    }

    @Test
    @Rule({"L-3", "L-6"})
    void release_jointCallThrows_theWaiterStillGetsItsTurn() {
        Bench.Client direct = bench.client(c -> c.localHandOff(0, Duration.ZERO));
        for (Throwable thrown : throwables()) {
            Lease lease = bench.held(direct.lock("n", LEASE));
            CompletableFuture<Lease> next = direct.lock("n", LEASE).acquireAsync();
            bench.time.runDue();
            direct.script().swap.once((grant, real) -> {
                throw unchecked(thrown);
            });
            assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
            bench.time.advance(ofSeconds(1));
            bench.done(next).release();
        }
    }

    @Test
    @Rule("L-8")
    void acquire_shardOfThrowsOrAnswersNull_takesTheCommonShard() {
        for (Throwable thrown : throwables()) {
            script.shard.answer((name, real) -> {
                throw unchecked(thrown);
            });
            Lease lease = bench.held(lock);
            bench.time.advance(ofMinutes(1));
            assertThat(lease.isHeld()).isTrue();
            lease.release();
        }
        script.shard.answer((name, real) -> null);
        bench.held(lock).release();
    }

    @Test
    @Rule("L-8")
    void renew_nonsenseForOne_costsNoOther() {
        Lease poor = bench.held(client.lock("poor", LEASE));
        Lease other = bench.held(client.lock("other", LEASE));
        script.renew.answer((grants, real) -> {
            List<RenewReply> replies = new ArrayList<>(real.get());
            for (int i = 0; i < replies.size(); i++) {
                if (grants.get(i).name().equals("poor")) {
                    replies.set(i, i % 2 == 0 ? null : new RenewReply.Renewed(null));
                }
            }
            return replies;
        });
        bench.time.advance(ofMinutes(1));
        assertThat(other.isHeld()).isTrue();
        assertThat(poor.isHeld()).isFalse();
        other.release();
    }

    @Test
    @Rule("L-8")
    void renew_throwsAnError_isTriedAgain() {
        Lease lease = bench.held(lock);
        for (Throwable thrown : throwables()) {
            script.renew.once((grants, real) -> {
                throw unchecked(thrown);
            });
            bench.time.advance(ofSeconds(20));
        }
        script.renew.once((grants, real) -> null);
        bench.time.advance(ofSeconds(20));
        script.renew.once((grants, real) -> List.of());
        bench.time.advance(ofSeconds(20));
        assertThat(lease.isHeld()).isTrue();
        lease.release();
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }
}
