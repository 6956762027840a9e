package dev.holdfast.engine;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LeaseUncertainException;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.testkit.Faults.Fault;
import dev.holdfast.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a holder hears that its right ended. */
class LossTest {

    private final Sim sim = new Sim();
    private final List<HoldfastEvent> events = new ArrayList<>();
    private final List<LeaseLoss> told = new ArrayList<>();

    @AfterEach
    void end() {
        sim.close();
    }

    @Test
    @Rule({"L-3", "L-4"})
    void p8_forcedRelease_isToldOnceAtOnce() {
        Lease lease = sim.held(listening().lock("n"));
        lease.onLost(told::add);
        force("n", "stuck");
        sim.time.runDue();
        assertThat(told)
                .hasSize(1)
                .allMatch(l -> l.cause() == LossCause.FORCED && l.detail().equals("stuck"));
        assertThat(lease.isHeld()).isFalse();
        sim.time.advance(ofMinutes(2));
        assertThat(told).hasSize(1);
        assertThat(losses()).hasSize(1);
        lease.onLost(told::add);
        sim.time.runDue();
        assertThat(told).as("a late listener is told too").hasSize(2);
        assertThat(lease.release()).isEqualTo(ReleaseResult.LOST);
    }

    @Test
    @Rule("L-4")
    void listenerThrows_othersAreToldAndRenewalGoesOn() {
        Holdfast client = sim.client(c -> c.listener(event -> {
            events.add(event);
            throw new IllegalStateException("listener is broken");
        }));
        Lease lost = sim.held(client.lock("lost"));
        Lease kept = sim.held(client.lock("kept"));
        lost.onLost(loss -> {
            throw new IllegalStateException("callback is broken");
        });
        lost.onLost(told::add);
        force("lost", "test");
        sim.time.advance(ofMinutes(2));
        assertThat(told).hasSize(1);
        assertThat(losses()).hasSize(1);
        assertThat(kept.isHeld()).isTrue();
        kept.release();
    }

    @Test
    @Rule("L-3")
    void p18_lostAndUntold_closeThrowsOnce() {
        Lease lease = sim.held(listening().lock("n"));
        force("n", "test");
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class).hasMessageContaining("FORCED");
        lease.close();
        sim.time.runDue();
        assertThat(losses()).hasSize(1);
    }

    @Test
    @Rule("L-3")
    void p18_lostButTold_closeDoesNotThrow() {
        Holdfast client = sim.client(c -> c);
        Lease listened = sim.held(client.lock("a"));
        Lease asked = sim.held(client.lock("b"));
        Lease reported = sim.held(client.lock("c", o -> o.lossPolicy(LossPolicy.REPORT)));
        listened.onLost(told::add);
        List.of("a", "b", "c").forEach(name -> force(name, "test"));
        sim.time.runDue();
        assertThatThrownBy(asked::ensureHeld).isInstanceOf(LeaseLostException.class);
        listened.close();
        asked.close();
        reported.close();
        assertThat(told).hasSize(1);
    }

    @Test
    @Rule("L-3")
    void p18_bodyThrows_itsExceptionStaysPrimary() {
        Holdfast client = sim.client(c -> c);
        Lease lost = sim.held(client.lock("n"));
        force("n", "test");
        assertThatThrownBy(() -> {
                    try (lost) {
                        throw new UnsupportedOperationException("body");
                    }
                })
                .isInstanceOf(UnsupportedOperationException.class)
                .satisfies(
                        thrown -> assertThat(thrown.getSuppressed()).hasOnlyElementsOfType(LeaseLostException.class));
    }

    @Test
    @Rule("L-4")
    void wallJump_isUncertainUntilConfirmed() {
        Lease lease = sim.held(sim.client(c -> c).lock("n"));
        sim.time.advance(ofSeconds(5));
        sim.time.jumpWall(ofSeconds(2));
        assertThat(lease.state()).isEqualTo(LeaseState.UNCERTAIN);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseUncertainException.class);
        sim.time.advance(ofMillis(10));
        assertThat(lease.state()).isEqualTo(LeaseState.HELD);
        lease.release();
    }

    @Test
    @Rule("L-4")
    void wallJump_unseenByTheHolder_isConfirmedByTheWatchdog() {
        Lease lease = sim.held(sim.client(c -> c).lock("n"));
        sim.time.jumpWall(ofSeconds(2));
        long before = sim.counts.renewCalls();
        sim.time.advance(ofSeconds(2));
        assertThat(sim.counts.renewCalls()).isGreaterThan(before);
        assertThat(lease.state()).isEqualTo(LeaseState.HELD);
        lease.release();
    }

    @Test
    @Rule("L-4")
    void wallJump_notConfirmed_endsAsClock() {
        Lease lease = sim.held(listening().lock("n"));
        lease.onLost(told::add);
        sim.faults.renew(Fault.REQUEST_LOST);
        sim.time.jumpWall(ofSeconds(2));
        sim.time.advance(ofSeconds(20));
        assertThat(lease.state()).isEqualTo(LeaseState.UNCERTAIN);
        sim.time.advance(ofSeconds(10));
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        assertThat(told).extracting(LeaseLoss::cause).containsExactly(LossCause.CLOCK);
        assertThat(losses()).hasSize(1);
    }

    @Test
    @Rule("L-4")
    void wallSetBack_changesNothing() {
        Lease lease = sim.held(sim.client(c -> c).lock("n"));
        sim.time.jumpWall(ofHours(-1));
        assertThat(lease.state()).isEqualTo(LeaseState.HELD);
        sim.time.advance(ofMinutes(2));
        assertThat(lease.state()).isEqualTo(LeaseState.HELD);
        lease.release();
        sim.time.jumpWall(ofHours(1));
    }

    @Test
    @Rule("L-4")
    void processFrozenPastTheLease_isLostAtTheFirstCall() {
        Lease lease = sim.held(listening().lock("n"));
        sim.time.freeze(ofSeconds(31));
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        sim.time.runDue();
        assertThat(losses()).hasSize(1);
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    }

    @Test
    @Rule({"L-3", "L-4"})
    void p17_frozenHolder_leavesItsSuccessorAlone() {
        Lease frozen = sim.held(sim.client(c -> c).lock("n"));
        sim.time.freeze(ofSeconds(31));
        Holdfast other = sim.other();
        Lease next = sim.held(other.lock("n"));
        assertThat(next.fencingToken()).isGreaterThan(frozen.fencingToken());
        assertThat(frozen.release()).isEqualTo(ReleaseResult.LOST);
        sim.time.advance(ofMinutes(1));
        assertThat(next.isHeld()).isTrue();
        assertThat(sim.done(sim.client(c -> c).lock("other").acquireAsync()).release())
                .isEqualTo(ReleaseResult.RELEASED);
        next.release();
    }

    private Holdfast listening() {
        return sim.client(c -> c.listener(events::add));
    }

    private List<HoldfastEvent> losses() {
        return events.stream().filter(HoldfastEvent.Lost.class::isInstance).toList();
    }

    private void force(String name, String reason) {
        assertThat(sim.other().inspector().forceRelease(name, reason)).isPresent();
    }
}
