package dev.holdfast.issues;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A loss that comes when nobody seems to be there to be told: before the hand-out, and while the release is under way. */
class EarlyLossTest {

    private final Bench bench = Bench.virtual();
    private final Bench.Client client = bench.client();
    private final Bench.Client operator = bench.client();
    private final List<LeaseLoss> told = new ArrayList<>();

    @Test
    @Rule({"L-3", "L-4"})
    void tryAcquire_forcedReleaseBeforeItsReplyIsIn_isToldAtOnce() {
        client.script().attempt.once((request, real) -> forcedOut(real.get()));
        assertToldAtOnce(client.lock("n").tryAcquire().orElseThrow());
    }

    @Test
    @Rule({"L-3", "L-4"})
    void acquireAsync_forcedReleaseBeforeItsReplyIsIn_isToldAtOnce() {
        client.script().enqueue.once((request, real) -> forcedOut(real.get()));
        assertToldAtOnce(bench.done(client.lock("n").acquireAsync()));
    }

    @Test
    @Rule({"L-3", "L-4"})
    void acquireAsync_forcedReleaseDuringThePollThatWins_isToldAtOnce() {
        Lease before = bench.held(operator.lock("n"));
        CompletableFuture<Lease> waiting = client.lock("n").acquireAsync();
        bench.time.runDue();
        client.script().poll.once((request, real) -> forcedOut(real.get()));
        before.release();
        assertToldAtOnce(bench.done(waiting));
    }

    @Test
    @Rule({"L-3", "L-12"})
    void lost_ofAnOwnerThatIsOver_leavesNothing() {
        Lease lease = bench.held(client.lock("n"));
        lease.onLost(told::add);
        assertThat(operator.force("n")).isTrue();
        bench.time.runDue();
        assertThat(told).hasSize(1);
        Lease next = bench.held(client.lock("n"));
        assertThat(next.isHeld()).isTrue();
        next.release();
        bench.close();
    }

    /** A signal to the next waiter comes between the end of the grant and the word to its lease. */
    @Test
    @Rule({"L-3", "L-4"})
    void ensureHeld_afterTheEndOfTheGrantAndBeforeTheLeaseIsTold_hasItsCause() {
        List<Lease> asked = new ArrayList<>();
        List<LossCause> causes = new ArrayList<>();
        Bench.Client holder = bench.client(c -> c.scheduler(new Meanwhile(() -> {
            for (Lease lease : asked) {
                try {
                    lease.ensureHeld();
                } catch (LeaseLostException lost) {
                    causes.add(lost.loss().cause());
                }
            }
        })));
        Lease lease = bench.held(holder.lock("n"));
        lease.onLost(told::add);
        CompletableFuture<Lease> next = holder.lock("n").acquireAsync();
        bench.time.runDue();
        asked.add(lease);
        assertThat(operator.force("n")).isTrue();
        bench.time.runDue();
        assertThat(causes).isNotEmpty().containsOnly(LossCause.FORCED);
        assertThat(told).extracting(LeaseLoss::cause).containsExactly(LossCause.FORCED);
        bench.done(next).release();
        bench.close();
    }

    /** Does something before each task that it is given. */
    private final class Meanwhile implements Scheduler {
        private final Runnable what;

        Meanwhile(Runnable what) {
            this.what = what;
        }

        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            return bench.time.schedule(task, delay);
        }

        @Override
        public void execute(Runnable task) {
            what.run();
            bench.time.execute(task);
        }
    }

    private <T> T forcedOut(T reply) {
        assertThat(operator.force("n")).isTrue();
        return reply;
    }

    private void assertToldAtOnce(Lease lease) {
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        lease.onLost(told::add);
        bench.time.runDue();
        assertThat(told).extracting(LeaseLoss::cause).containsExactly(LossCause.FORCED);
        bench.held(client.lock("n")).release();
        bench.close();
    }

    @Test
    @Rule("L-4")
    void onLost_whileTheReleaseIsUnderWayAtClose_isCalledWithTheLoss() {
        Bench real = Bench.real();
        Bench.Client closing = real.client(c -> c.closeGrace(ofSeconds(5)));
        Lease lease = closing.lock("n").tryAcquire().orElseThrow();
        CompletableFuture<LeaseLoss> late = new CompletableFuture<>();
        closing.script().release.once((grant, unused) -> {
            lease.onLost(late::complete);
            return new ReleaseReply.NotOwner(LossCause.FORCED, "operator");
        });
        lease.onLost(loss -> lease.release());
        closing.holdfast().close();
        assertThat(late).succeedsWithin(ofSeconds(5));
        assertThat(late.join().cause()).isEqualTo(LossCause.FORCED);
    }
}
