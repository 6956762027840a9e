package dev.holdfast.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.testkit.Faults.Fault;
import dev.holdfast.testkit.ForwardingLockStore;
import dev.holdfast.testkit.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The watchdog. */
class RenewalTest {

    private final Sim sim = new Sim();

    @AfterEach
    void end() {
        sim.close();
    }

    @Test
    @Rule("L-5")
    void renewal_ofOneLease_comesAtAThirdLessJitter() {
        List<Long> times = new ArrayList<>();
        Holdfast client = sim.client(c -> c, target -> new ForwardingLockStore(target) {
            @Override
            public List<RenewReply> renew(List<GrantRef> grants) {
                times.add(sim.time.nanos());
                return super.renew(grants);
            }
        });
        try (Lease lease = sim.held(client.lock("n"))) {
            sim.time.advance(ofMinutes(10));
            assertThat(lease.isHeld()).isTrue();
        }
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            gaps.add(times.get(i) - times.get(i - 1));
        }
        assertThat(gaps)
                .hasSizeGreaterThan(55)
                .allMatch(gap ->
                        gap >= ofSeconds(8).toNanos() && gap <= ofSeconds(11).toNanos());
        assertThat(gaps.stream().distinct().count()).as("jitter").isGreaterThan(1);
    }

    @Test
    @Rule("L-5")
    void p41_manyPairsBefore_eachLeaseIsRenewedOncePerPeriod() {
        Holdfast client = sim.client(c -> c);
        for (int i = 0; i < 500; i++) {
            sim.held(client.lock("pair-" + i)).release();
            sim.time.advance(ofMillis(1));
        }
        List<Lease> held = hold(client, 1000);
        long before = sim.counts.renewedGrants();
        sim.time.advance(ofSeconds(50));
        assertThat(sim.counts.renewedGrants() - before).isBetween(4_900L, 6_000L);
        assertThat(sim.counts.largestBatch()).isLessThanOrEqualTo(200);
        held.forEach(Lease::release);
        assertNoMoreRenewals();
    }

    @Test
    @Rule("L-5")
    void p6_nestedLeasesReleasedInRandomOrder_renewalsEqualHeldLocks() {
        Random random = new Random(3);
        Holdfast client = sim.client(c -> c);
        for (int round = 0; round < 20; round++) {
            List<Lease> held = hold(client, 2 + random.nextInt(5));
            Collections.shuffle(held, random);
            while (!held.isEmpty()) {
                long before = sim.counts.renewedGrants();
                sim.time.advance(ofSeconds(90));
                assertThat(sim.counts.renewedGrants() - before).isBetween(8L * held.size(), 11L * held.size());
                assertThat(held).allMatch(Lease::isHeld);
                held.remove(0).release();
            }
        }
        assertNoMoreRenewals();
    }

    @Test
    @Rule("L-5")
    void p3_renewalsFailForHalfALease_leaseGoesOn() {
        Holdfast client = sim.client(c -> c);
        Lease lease = sim.held(client.lock("n"));
        for (Fault fault : Fault.values()) {
            sim.time.advance(ofSeconds(15));
            sim.faults.renew(fault);
            sim.time.advance(ofSeconds(15));
            sim.faults.renew(Fault.NONE);
            assertThat(lease.isHeld()).as("after %s", fault).isTrue();
        }
        sim.time.advance(ofMinutes(2));
        assertThat(lease.isHeld()).isTrue();
        lease.release();
    }

    @Test
    @Rule("L-4")
    void p9_renewalsFailForGood_leaseIsLostBeforeAnotherIsGranted() {
        for (Fault fault : List.of(Fault.REQUEST_LOST, Fault.UNAVAILABLE, Fault.THROWS)) {
            loseToAnother("n-" + fault, fault);
        }
    }

    @Test
    @Rule("L-4")
    void p9_renewalsFailForGood_listenerIsToldBeforeAnotherIsGranted() {
        for (Fault fault : List.of(Fault.REQUEST_LOST, Fault.UNAVAILABLE, Fault.THROWS)) {
            assertThat(loseToAnother("n-" + fault, fault)).containsExactly("lost " + LossCause.EXPIRED, "granted");
        }
    }

    private List<String> loseToAnother(String name, Fault fault) {
        Lease lease = sim.held(sim.client(c -> c).lock(name));
        List<String> order = new ArrayList<>();
        List<Boolean> heldAtGrant = new ArrayList<>();
        lease.onLost(loss -> order.add("lost " + loss.cause()));
        CompletableFuture<Lease> next = sim.other().lock(name).acquireAsync();
        var unused = next.thenAccept(granted -> {
            order.add("granted");
            heldAtGrant.add(lease.isHeld());
        });
        sim.time.advance(ofSeconds(10));
        sim.faults.renew(fault);
        sim.time.advance(ofSeconds(40));
        sim.faults.renew(Fault.NONE);
        assertThat(heldAtGrant).containsExactly(false);
        assertThat(order).contains("lost " + LossCause.EXPIRED);
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        next.join().release();
        return order;
    }

    @Test
    @Rule("L-4")
    void p9_renewalReplyLost_deadlineCountsFromTheLastConfirmedRequest() {
        Lease lease = sim.held(sim.client(c -> c).lock("n"));
        sim.faults.renew(Fault.REPLY_LOST);
        sim.time.advance(ofMillis(29_600));
        assertThat(lease.isHeld()).isTrue();
        sim.time.advance(ofMillis(200));
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        sim.faults.renew(Fault.NONE);
    }

    @Test
    @Rule("L-8")
    void poisonedEntry_throwingWholeBatch_costsNoOtherLease() {
        Holdfast client = sim.client(c -> c, target -> new ForwardingLockStore(target) {
            @Override
            public List<RenewReply> renew(List<GrantRef> grants) {
                if (grants.stream().anyMatch(g -> g.name().equals("poison"))) {
                    throw new IllegalStateException("poisoned");
                }
                return super.renew(grants);
            }
        });
        Lease poison = sim.held(client.lock("poison"));
        List<Lease> held = hold(client, 50);
        sim.time.advance(ofMinutes(3));
        assertThat(held).allMatch(Lease::isHeld);
        assertThat(poison.state()).isEqualTo(LeaseState.LOST);
        held.forEach(Lease::release);
    }

    @Test
    @Rule("L-5")
    void notRenewed_endsAfterItsLength() {
        Holdfast client = sim.client(c -> c);
        Lease lease = sim.held(client.lock("n", o -> o.renewed(false).lease(ofSeconds(10))));
        sim.time.advance(ofSeconds(9));
        assertThat(lease.isHeld()).isTrue();
        sim.time.advance(ofSeconds(1));
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        assertThat(sim.counts.renewCalls()).isZero();
    }

    private void assertNoMoreRenewals() {
        long before = sim.counts.renewCalls();
        sim.time.advance(ofMinutes(5));
        assertThat(sim.counts.renewCalls())
                .as("renewals after the last release")
                .isEqualTo(before);
    }

    private List<Lease> hold(Holdfast client, int count) {
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            held.add(sim.held(client.lock("held-" + i)));
        }
        return held;
    }
}
