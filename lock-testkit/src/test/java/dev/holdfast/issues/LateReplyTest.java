package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Ticket;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** News that comes late, early or out of order. */
class LateReplyTest {

    private final Bench bench = Bench.virtual();
    private final Bench.Client client = bench.client();
    private final Script script = client.script();
    private final List<LeaseLoss> told = new ArrayList<>();

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule({"L-1", "L-3"})
    void tryAcquire_replyOfAnEarlierGrant_doesNotDisplaceTheLater() {
        List<Lease> later = new ArrayList<>();
        script.attempt.once((request, real) -> {
            AcquireReply early = real.get();
            assertThat(client.force("n")).isTrue();
            later.add(bench.held(client.lock("n")));
            return early;
        });
        Acquisition late = client.lock("n").tryAcquire();
        bench.time.runDue();
        assertThat(late).isInstanceOf(Refused.class);
        later.forEach(lease -> {
            lease.onLost(told::add);
            bench.time.advance(ofSeconds(60));
            assertThat(lease.isHeld()).isTrue();
            lease.release();
        });
        assertThat(later).hasSize(1);
        assertThat(told).isEmpty();
    }

    @Test
    @Rule({"L-3", "L-4"})
    void acquire_takenAwayBeforeTheHandOut_isToldItsCause() {
        script.enqueue.once((request, real) -> {
            var ticket = real.get();
            assertThat(client.force("n")).isTrue();
            return ticket;
        });
        CompletableFuture<Lease> future = client.lock("n", ofSeconds(10)).acquireAsync();
        bench.time.runDue();
        Lease lease = future.join();
        lease.onLost(told::add);
        bench.time.advance(ofSeconds(10).dividedBy(3).plusMillis(500));
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        assertThat(told).extracting(LeaseLoss::cause).containsExactly(LossCause.FORCED);
    }

    @Test
    @Rule("L-4")
    void expired_notRenewed_keepsTheNameUntilTheStoresEnd() {
        Lease lease =
                bench.held(client.holdfast().lock("n", o -> o.renewed(false).lease(ofSeconds(10))));
        assertKeepsTheNameFor10Seconds(lease);
    }

    @Test
    @Rule("L-4")
    void expired_renewalsUnanswered_keepsTheNameUntilTheStoresEnd() {
        Lease lease = bench.held(client.lock("n", ofSeconds(10)));
        script.renew.answer((grants, real) -> LockStore.allIndeterminate(grants, new Exception("down")));
        assertKeepsTheNameFor10Seconds(lease);
    }

    private void assertKeepsTheNameFor10Seconds(Lease lease) {
        Bench.Client other = bench.client();
        CompletableFuture<Lease> next = other.lock("n").acquireAsync();
        List<Long> releasedAt = new ArrayList<>();
        script.release.answer((grant, real) -> {
            releasedAt.add(bench.time.nanos());
            return real.get();
        });
        bench.time.advance(ofMillis(9_950));
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        assertThat(next).isNotDone();
        bench.time.advance(ofMillis(49));
        assertThat(next).as("granted within the holder's margin").isNotDone();
        bench.time.advance(ofSeconds(1));
        assertThat(releasedAt).allMatch(at -> at >= ofSeconds(10).toNanos());
        bench.done(next).release();
    }

    @Test
    @Rule("L-3")
    void tryAcquire_afterTroubleThatIsOver_isRefusedByTheHolder() {
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        script.attempt.once((request, real) -> {
            script.enqueue.answer((queued, unused) ->
                    Script.saying(new AcquireReply.Unavailable(new Exception("a moment of trouble"))));
            waiting.add(client.lock("n").acquireAsync());
            bench.time.runDue();
            script.enqueue.reset();
            return real.get();
        });
        Lease lease = client.lock("n").tryAcquire().orElseThrow();
        waiting.forEach(future -> future.cancel(false));
        assertTimedOut();
        lease.release();
        bench.time.advance(ofSeconds(1));
        Lease foreign = bench.held(bench.client().lock("n"));
        assertTimedOut();
        foreign.release();
    }

    @Test
    @Rule("L-3")
    void tryAcquire_afterFailuresAndASuccess_isRefusedByTheHolder() {
        script.enqueue.once((request, real) -> Script.saying(new AcquireReply.Unavailable(new Exception("down"))));
        CompletableFuture<Lease> first = client.lock("n").acquireAsync();
        bench.time.advance(ofSeconds(1));
        assertThat(script.enqueue.calls()).isGreaterThan(1);
        assertTimedOut();
        first.join().release();
    }

    @Test
    @Rule("L-6")
    void tryAcquire_grantedAfterAShortWaitWithinTheGrace_isHandedOut() throws Exception {
        script.enqueue.once((request, real) -> after(ofMillis(60), request, real.get()));
        Acquisition got = client.lock("n").tryAcquire(ofMillis(5));
        assertThat(waited()).isEqualTo(ofMillis(60));
        assertThat(got).isInstanceOf(Lease.class);
        got.orElseThrow().release();
    }

    @Test
    @Rule("L-6")
    void tryAcquire_busyAfterAShortWaitWithinTheGrace_isRefusedAndLeavesNoEntry() throws Exception {
        Lease foreign = bench.held(bench.client().lock("n"));
        script.enqueue.once((request, real) -> after(ofMillis(154), request, real.get()));
        Acquisition got = client.lock("n").tryAcquire(ofMillis(5));
        assertThat(waited()).isEqualTo(ofMillis(154));
        assertThat(((Refused) got).reason()).isEqualTo(RefusalReason.TIMED_OUT);
        bench.time.runDue();
        foreign.release();
        bench.held(bench.client().lock("n")).release(); // no entry before it
    }

    @Test
    @Rule("L-6")
    void tryAcquire_pollAnsweredWithinTheGrace_isHandedOut() throws Exception {
        Lease foreign = bench.held(bench.client().lock("n"));
        script.enqueue.once((request, real) -> {
            var ticket = real.get();
            foreign.release();
            return ticket;
        });
        List<Duration> bounds = new ArrayList<>();
        script.bound = bounds::add;
        client.lock("n").tryAcquire(ofMillis(5)).orElseThrow().release();
        assertThat(bounds).containsExactly(ofMillis(155));
    }

    @Test
    @Rule("L-6")
    void tryAcquire_noReplyWithinTheGrace_returnsInTimeAndIsUndone() {
        script.enqueue.once((request, real) -> after(ofSeconds(1), request, real.get()));
        assertThatThrownBy(() -> client.lock("n").tryAcquire(ofMillis(5))).isInstanceOf(IndeterminateException.class);
        assertThat(waited()).isBetween(ofMillis(150), ofMillis(155)); // L4 leaves 250 ms
        bench.time.runDue();
        bench.held(bench.client().lock("n")).release();
    }

    /** The store's reply after so long, or no reply where that is longer than it has. */
    private Ticket after(Duration latency, AcquireRequest request, Ticket ticket) {
        Duration within = request.terms().answerWithin();
        boolean answers = latency.compareTo(within) <= 0;
        bench.time.freeze(answers ? latency : within);
        return answers ? ticket : new LockStore.LostTicket(script, request, new TimeoutException());
    }

    private Duration waited() {
        return Duration.ofNanos(bench.time.nanos());
    }

    private void assertTimedOut() {
        var refused = client.lock("n").tryAcquireAsync(Duration.ofMillis(200));
        bench.time.advance(ofSeconds(1));
        assertThat(refused)
                .isCompletedWithValueMatching(a -> a instanceof Refused no && no.reason() == RefusalReason.TIMED_OUT);
    }
}
