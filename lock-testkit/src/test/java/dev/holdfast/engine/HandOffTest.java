package dev.holdfast.engine;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.testkit.Faults.Fault;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Passing a grant on inside one client. */
class HandOffTest {

    private final Sim sim = new Sim();
    private final List<Lease> served = new ArrayList<>();

    @AfterEach
    void end() {
        sim.close();
    }

    @Test
    @Rule({"F-1", "F-2"})
    void release_withManyLocalWaiters_handsOverAtMost64() {
        waiters(sim.client(c -> c).lock("n"), 500, Duration.ZERO);
        sim.time.advance(ofMillis(50));
        assertServedInOrder(500);
        assertThat(served.stream().mapToLong(Sim::n).max()).hasValue(63);
        assertThat(served.stream().map(Sim::base).distinct()).hasSize(8);
    }

    @Test
    @Rule("F-1")
    void release_slowHolders_handsOverForAtMost100Milliseconds() {
        waiters(sim.client(c -> c).lock("n"), 50, ofMillis(15));
        sim.time.advance(ofSeconds(2));
        assertServedInOrder(50);
        assertThat(served.stream().mapToLong(Sim::n).max()).hasValue(6);
    }

    @Test
    @Rule("F-1")
    void release_withoutBounds_neverPassesTheTokenBlock() {
        waiters(sim.client(c -> c.localHandOff(4096, ofHours(1))).lock("n"), 9000, Duration.ZERO);
        sim.time.advance(ofSeconds(1));
        assertServedInOrder(9000);
        assertThat(served.stream().mapToLong(Sim::n).max()).hasValue(4095);
        assertThat(served.stream().map(Sim::base).distinct()).hasSize(3);
    }

    @Test
    void release_otherClientWaits_getsItsTurnAfterAtMost64() {
        Holdfast one = sim.client(c -> c);
        Lease first = sim.held(one.lock("n"));
        CompletableFuture<Lease> foreign = sim.other().lock("n").acquireAsync();
        sim.time.runDue();
        waiters(one.lock("n"), 200, Duration.ZERO);
        sim.time.runDue();
        first.release();
        sim.time.runDue();
        assertThat(foreign).isDone();
        assertThat(served).hasSizeLessThanOrEqualTo(63);
        foreign.join().release();
        sim.time.advance(ofSeconds(1));
        assertServedInOrder(200);
    }

    @Test
    void release_handOverOff_eachGrantServesOne() {
        waiters(sim.client(c -> c.localHandOff(0, ofMillis(100))).lock("n"), 20, Duration.ZERO);
        sim.time.advance(ofSeconds(1));
        assertServedInOrder(20);
        assertThat(served).allMatch(lease -> Sim.n(lease) == 0);
    }

    @Test
    void release_fairMode_eachGrantServesOne() {
        waiters(sim.client(c -> c).lock("n", o -> o.fair(true)), 20, Duration.ZERO);
        sim.time.advance(ofSeconds(1));
        assertServedInOrder(20);
        assertThat(served).allMatch(lease -> Sim.n(lease) == 0);
    }

    @Test
    @Rule("L-5")
    void p12_release_waiterWithOtherLeaseLength_getsItsOwnGrant() {
        Holdfast one = sim.client(c -> c);
        Lease first = sim.held(one.lock("n"));
        CompletableFuture<Lease> shorter =
                one.lock("n", o -> o.lease(ofSeconds(3))).acquireAsync();
        CompletableFuture<Lease> longer = one.lock("n").acquireAsync();
        sim.time.runDue();
        first.release();
        Lease second = sim.done(shorter);
        assertThat(Sim.base(second)).isGreaterThan(Sim.base(first));
        assertThat(second.remaining()).isBetween(ofMillis(2800), ofSeconds(3));
        second.release();
        Lease third = sim.done(longer);
        assertThat(Sim.base(third)).isGreaterThan(Sim.base(second));
        assertThat(third.remaining()).isBetween(ofSeconds(29), ofSeconds(30));
        third.release();
    }

    @Test
    @Rule("L-5")
    void p12_release_higherTokenFloor_getsItsOwnGrant() {
        Holdfast one = sim.client(c -> c);
        Lease first = sim.held(one.lock("n"));
        long floor = first.fencingToken().value() + 1_000_000;
        CompletableFuture<Lease> above = one.lock("n", o -> o.tokenFloor(floor)).acquireAsync();
        sim.time.runDue();
        first.release();
        Lease second = sim.done(above);
        assertThat(second.fencingToken().value()).isGreaterThan(floor);
        second.release();
    }

    @Test
    @Rule("L-4")
    void release_lessThanHalfTheLeaseLeft_goesBackToTheStore() {
        Holdfast one = sim.client(c -> c.localHandOff(64, ofHours(1)));
        Lease first = sim.held(one.lock("n"));
        CompletableFuture<Lease> heir = one.lock("n").acquireAsync();
        sim.faults.renew(Fault.REQUEST_LOST);
        sim.time.advance(ofSeconds(16));
        sim.faults.renew(Fault.NONE);
        assertThat(first.isHeld()).isTrue();
        first.release();
        Lease second = sim.done(heir);
        assertThat(Sim.base(second)).isGreaterThan(Sim.base(first));
        assertThat(second.remaining()).isGreaterThan(ofSeconds(29));
        second.release();
    }

    @Test
    @Rule("L-4")
    void release_uncertain_goesBackToTheStore() {
        Holdfast one = sim.client(c -> c.localHandOff(64, ofHours(1)));
        Lease first = sim.held(one.lock("n"));
        CompletableFuture<Lease> heir = one.lock("n").acquireAsync();
        sim.time.runDue();
        sim.time.jumpWall(ofSeconds(5));
        assertThat(first.state()).isEqualTo(LeaseState.UNCERTAIN);
        first.release();
        assertThat(Sim.base(sim.done(heir))).isGreaterThan(Sim.base(first));
        heir.join().release();
    }

    private void waiters(DistributedLock lock, int count, Duration hold) {
        for (int i = 0; i < count; i++) {
            var unused = lock.acquireAsync().thenAccept(lease -> {
                served.add(lease);
                assertThat(lease.isHeld()).isTrue();
                if (hold.isZero()) {
                    lease.release();
                } else {
                    var unusedTimer = sim.time.schedule(lease::release, hold);
                }
            });
        }
    }

    private void assertServedInOrder(int count) {
        assertThat(served).hasSize(count);
        for (int i = 1; i < count; i++) {
            assertThat(served.get(i).fencingToken())
                    .isGreaterThan(served.get(i - 1).fencingToken());
        }
        assertThat(served).allMatch(lease -> lease.state() == LeaseState.RELEASED);
    }
}
