package dev.holdfast.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.testkit.Faults.Fault;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attempts that end without a lease, and what they leave behind: nothing. */
class AbandonTest {

    private final Sim sim = new Sim();

    @AfterEach
    void end() {
        sim.close();
    }

    @Test
    @Rule("L-6")
    void tryAcquire_replyLost_isIndeterminateAndUndone() {
        Holdfast client = sim.client(c -> c);
        sim.faults.acquire(Fault.REPLY_LOST);
        assertThatThrownBy(() -> client.lock("n").tryAcquire()).isInstanceOf(IndeterminateException.class);
        assertThat(sim.other().lock("n").tryAcquire())
                .as("the store granted it")
                .isInstanceOf(Refused.class);
        sim.time.runDue();
        assertFree("n");
        sim.faults.acquire(Fault.NONE);
    }

    @Test
    @Rule("L-6")
    void tryAcquire_replyLostAndReleaseFails_isUndoneWhenTheStoreIsBack() {
        Holdfast client = sim.client(c -> c);
        sim.faults.acquire(Fault.REPLY_LOST);
        sim.faults.release(Fault.REQUEST_LOST);
        assertThatThrownBy(() -> client.lock("n").tryAcquire()).isInstanceOf(IndeterminateException.class);
        sim.time.advance(ofSeconds(5));
        assertThat(sim.other().lock("n").tryAcquire()).isInstanceOf(Refused.class);
        sim.faults.all(Fault.NONE);
        sim.time.advance(ofMillis(1200));
        assertFree("n");
    }

    @Test
    @Rule("L-6")
    void reconcileTick_whileRepliesAreMissing_dropsWhatIsLeft_thenStops() {
        Holdfast client = sim.client(c -> c);
        sim.faults.acquire(Fault.REPLY_LOST);
        sim.faults.release(Fault.REQUEST_LOST);
        assertThatThrownBy(() -> client.lock("n").tryAcquire()).isInstanceOf(IndeterminateException.class);
        sim.time.advance(ofSeconds(11));
        assertThat(sim.counts.reconciles()).isPositive();
        assertFree("n");
        sim.faults.all(Fault.NONE);
        sim.time.advance(ofMinutes(3));
        long reconciles = sim.counts.reconciles();
        sim.time.advance(ofMinutes(10));
        assertThat(sim.counts.reconciles()).as("no doubt, no reconcile").isEqualTo(reconciles);
    }

    @Test
    @Rule("L-6")
    void acquireAsync_replyLost_getsItAllTheSame() {
        Holdfast client = sim.client(c -> c);
        sim.faults.acquire(Fault.REPLY_LOST);
        CompletableFuture<Lease> future = client.lock("n").acquireAsync();
        sim.time.runDue();
        sim.faults.acquire(Fault.NONE);
        sim.time.advance(ofSeconds(2));
        assertThat(future).isDone();
        future.join().release();
        assertFree("n");
    }

    @Test
    @Rule("L-6")
    void acquireAsync_storeDownForLong_failsAfterAPatience() {
        Holdfast client = sim.client(c -> c);
        sim.faults.acquire(Fault.UNAVAILABLE);
        CompletableFuture<Lease> future =
                client.lock("n", o -> o.lease(ofSeconds(5))).acquireAsync();
        sim.time.advance(ofSeconds(2));
        assertThat(future).isNotDone();
        sim.time.advance(ofSeconds(10));
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join).hasCauseInstanceOf(StoreUnavailableException.class);
        sim.faults.acquire(Fault.NONE);
        assertFree("n");
    }

    @Test
    @Rule("L-6")
    void p22_waiterTimesOut_leavesNoEntry() {
        Lease held = sim.held(sim.other().lock("n"));
        CompletableFuture<Acquisition> waiter = sim.client(c -> c).lock("n").tryAcquireAsync(ofMillis(100));
        sim.time.advance(ofMillis(100));
        assertThat(waiter).isDone();
        assertThat(waiter.join()).isInstanceOf(Refused.class);
        Refused refused = (Refused) waiter.join();
        assertThat(refused.reason()).isEqualTo(RefusalReason.TIMED_OUT);
        assertThat(sim.other().inspector().find("n"))
                .hasValueSatisfying(h -> assertThat(h.contenders()).isZero());
        held.release();
        assertFree("n");
    }

    @Test
    void tryAcquire_timesOut_namesTheHolder() {
        Lease held = sim.held(sim.other().lock("n"));
        CompletableFuture<Acquisition> waiter = sim.client(c -> c).lock("n").tryAcquireAsync(ofMillis(100));
        sim.time.advance(ofMillis(100));
        assertThat(((Refused) waiter.join()).holder()).isPresent();
        held.release();
    }

    @Test
    @Rule("L-6")
    void p22_futureCancelled_leavesNoEntry() {
        Lease held = sim.held(sim.other().lock("n"));
        CompletableFuture<Lease> waiter = sim.client(c -> c).lock("n").acquireAsync();
        sim.time.runDue();
        assertThat(waiter.cancel(false)).isTrue();
        sim.time.runDue();
        assertThat(sim.other().inspector().find("n"))
                .hasValueSatisfying(h -> assertThat(h.contenders()).isZero());
        held.release();
        assertFree("n");
    }

    @Test
    @Rule("L-6")
    void p22_futureTimesOutAfterTheWin_lateWinIsReleased() {
        Holdfast client = sim.client(c -> c);
        for (int round = 0; round < 50; round++) {
            Lease held = sim.held(sim.other().lock("n"));
            CompletableFuture<Lease> waiter = client.lock("n").acquireAsync();
            sim.time.runDue();
            held.release();
            waiter.cancel(false);
            sim.time.advance(ofMillis(1));
            assertFree("n");
        }
    }

    @Test
    @Rule("L-6")
    void firstWaiterGivesUp_nextInheritsItsPlaceAtTheStore() {
        Lease held = sim.held(sim.other().lock("n"));
        Holdfast client = sim.client(c -> c);
        CompletableFuture<Acquisition> first = client.lock("n").tryAcquireAsync(ofMillis(100));
        CompletableFuture<Lease> second = client.lock("n").acquireAsync();
        sim.time.advance(ofSeconds(1));
        assertThat(first.join()).isInstanceOf(Refused.class);
        held.release();
        sim.time.runDue();
        assertThat(second).isDone();
        assertThat(sim.counts.acquires()).as("enqueued once").isEqualTo(1);
        second.join().release();
    }

    @Test
    @Rule("L-2")
    void release_replyLost_isUnknownThenDoneInTheBackground() {
        Lease lease = sim.held(sim.client(c -> c).lock("n"));
        sim.faults.release(Fault.REQUEST_LOST);
        assertThat(lease.release()).isEqualTo(ReleaseResult.UNKNOWN);
        assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        sim.faults.release(Fault.NONE);
        sim.time.advance(ofSeconds(1));
        assertFree("n");
    }

    @Test
    @Rule("L-1")
    void reconcileTick_whileOthersAreHeld_dropsNoLiveLease() {
        Holdfast client = sim.client(c -> c);
        Lease kept = sim.held(client.lock("kept"));
        sim.faults.acquire(Fault.REPLY_LOST);
        assertThatThrownBy(() -> client.lock("n").tryAcquire()).isInstanceOf(IndeterminateException.class);
        sim.faults.acquire(Fault.NONE);
        for (int i = 0; i < 30; i++) {
            sim.time.advance(ofSeconds(2));
            assertThat(kept.isHeld()).isTrue();
            sim.held(client.lock("pair")).release();
        }
        assertThat(sim.other().lock("kept").tryAcquire()).isInstanceOf(Refused.class);
        assertThat(sim.counts.reconciles()).isPositive();
        kept.release();
    }

    private void assertFree(String name) {
        Acquisition probe =
                sim.other().lock(name, o -> o.lease(Duration.ofSeconds(5))).tryAcquire();
        assertThat(probe).isInstanceOf(Lease.class);
        ((Lease) probe).release();
    }
}
