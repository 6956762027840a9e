package dev.holdfast.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.Refused;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Renewal and loss. */
interface LossRules extends ClientRules {

    @Test
    @Rule("L-5")
    default void acquire_heldForManyLeases_isRenewed() throws Exception {
        Holdfast probe = world().probe();
        try (Lease lease = world().client().lock("n", o -> o.lease(LEASE)).acquire()) {
            long end = System.nanoTime() + LEASE.multipliedBy(4).toNanos();
            while (System.nanoTime() < end) {
                assertThat(ClientWorld.isFree(probe, "n")).isFalse();
                assertThat(lease.isHeld()).isTrue();
                Thread.sleep(20);
            }
        }
        world().awaitFree("n", LATENESS);
    }

    @Test
    @Rule("L-5")
    default void p3_renewalFails_isTriedAgain() throws Exception {
        Faults faults = new Faults();
        CountingLockStore.Counts counts = new CountingLockStore.Counts();
        Holdfast client =
                world().client(c -> c, store -> new FaultyLockStore(new CountingLockStore(store, counts), faults));
        faults.renew(Faults.Fault.REPLY_LOST);
        try (Lease lease = client.lock("n", o -> o.lease(LEASE)).acquire()) {
            Stalls.await("a renewal fails", ofSeconds(5), () -> counts.renewCalls() > 0);
            faults.renew(Faults.Fault.NONE);
            Thread.sleep(LEASE.toMillis());
            assertThat(lease.isHeld()).isTrue();
            assertThat(ClientWorld.isFree(world().probe(), "n")).isFalse();
        }
    }

    @Test
    @Rule("L-4")
    default void p9_renewalsLost_holderKnowsBeforeAnotherIsGranted() throws Exception {
        Faults faults = new Faults();
        Holdfast cut = world().client(c -> c, store -> new FaultyLockStore(store, faults));
        Holdfast probe = world().probe();
        for (int round = 0; round < world().rounds(1000) / 25; round++) {
            faults.renew(Faults.Fault.NONE);
            List<Lease> held = new ArrayList<>();
            List<Future<Boolean>> stillHeld = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                Lease lease = cut.lock("n" + i, o -> o.lease(LEASE)).acquire();
                held.add(lease);
                stillHeld.add(world().threads.submit(() -> {
                    try (Lease next = probe.lock(lease.name()).acquire()) {
                        return lease.isHeld() || next.fencingToken().compareTo(lease.fencingToken()) <= 0;
                    }
                }));
            }
            faults.renew(Faults.Fault.REQUEST_LOST);
            for (Future<Boolean> one : stillHeld) {
                assertThat(one.get(20, TimeUnit.SECONDS))
                        .as("held when another was granted")
                        .isFalse();
            }
            assertThat(held).allMatch(lease -> lease.state() == LeaseState.LOST);
        }
    }

    @Test
    @Rule("L-4")
    default void p8_takenAway_isToldOnce() throws Exception {
        Holdfast client = world().client();
        List<LeaseLoss> told = new CopyOnWriteArrayList<>();
        Lease lease = client.lock("n", o -> o.lease(LEASE)).acquire();
        lease.onLost(told::add);
        LossCause cause = takeAway(client, "n");
        Stalls.await("told", LEASE.plus(LATENESS), () -> !told.isEmpty());
        assertThat(lease.isHeld()).isFalse();
        assertThat(told).extracting(LeaseLoss::cause).containsExactly(cause);
        Thread.sleep(LEASE.toMillis());
        assertThat(told).hasSize(1);
        assertThat(lease.release()).isEqualTo(ReleaseResult.LOST);
    }

    @Test
    @Rule("L-3")
    default void p18_takenAwayThenClosed_isNeverSilent() throws Exception {
        Holdfast client = world().client();
        Lease strict = client.lock("a").acquire();
        Lease reporting = client.lock("b", o -> o.lossPolicy(LossPolicy.REPORT)).acquire();
        LossCause ignored = takeAway(client, "a");
        assertThat(takeAway(client, "b")).isEqualTo(ignored);
        assertThatThrownBy(strict::close).isInstanceOf(LeaseLostException.class);
        reporting.close();
        assertThat(reporting.state()).isEqualTo(LeaseState.LOST);
        assertThat(reporting.release()).isEqualTo(ReleaseResult.LOST);
    }

    /** By the raw view where there is one, else by the operator. */
    private LossCause takeAway(Holdfast client, String name) {
        if (client.capabilities().has(Capability.FORCE_RELEASE)) {
            assertThat(client.inspector().forceRelease(name, "tck")).isPresent();
            return LossCause.FORCED;
        }
        world().fixture
                .raw()
                .orElseGet(() -> Assumptions.abort("nothing can be taken away"))
                .delete(name);
        return LossCause.STORE_FORGOT;
    }

    @Test
    @Rule({"L-3", "L-12"})
    default void p19_heldPastItsLease_localStateEndsWithIt() throws Exception {
        DistributedLock lock =
                world().client().lock("n", o -> o.lease(ofMillis(200)).renewed(false));
        Lease lease = lock.acquire();
        Awaitility.await("lost").atMost(ofSeconds(3)).until(() -> !lease.isHeld());
        Thread.currentThread().interrupt();
        assertThat(lease.release()).isEqualTo(ReleaseResult.LOST);
        assertThat(Thread.interrupted()).as("flag kept").isTrue();
        try (Lease again = lock.tryAcquire(ofSeconds(2)).orElseThrow()) {
            assertThat(again.fencingToken()).isGreaterThan(lease.fencingToken());
        }
        Future<Boolean> other = world().threads.submit(() -> {
            try (Lease again = lock.tryAcquire(ofSeconds(2)).orElseThrow()) {
                return again.isHeld();
            }
        });
        assertThat(other.get(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Rule({"L-2", "L-7"})
    default void p19_closeWhileInterrupted_releasesAndKeepsTheFlag() throws Exception {
        Lease lease = world().client().lock("n").acquire();
        Thread.currentThread().interrupt();
        ReleaseResult result = lease.release();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isEqualTo(ReleaseResult.RELEASED);
        assertThat(lease.release()).isEqualTo(ReleaseResult.ALREADY_RELEASED);
        world().awaitFree("n", LATENESS);
    }

    @Test
    @Rule("L-5")
    default void p12_laterShorterLease_doesNotShortenTheEarlier() throws Exception {
        Holdfast client = world().client();
        Lease first = client.lock("n", o -> o.lease(ofSeconds(30))).acquire();
        assertThat(client.lock("n", o -> o.lease(ofSeconds(1))).tryAcquire(ofMillis(50)))
                .isInstanceOf(Refused.class);
        client.lock("m", o -> o.lease(ofSeconds(1))).tryAcquire().orElseThrow().close();
        assertThat(first.remaining()).isBetween(ofSeconds(25), ofSeconds(30));
        if (client.capabilities().has(Capability.INSPECTION)) {
            Duration raw = client.inspector().find("n").orElseThrow().holder().remaining();
            assertThat(raw).isBetween(ofSeconds(25), ofSeconds(30));
        }
        first.close();
    }

    @Test
    @Rule("L-8")
    default void p8_listenerBlocks_costsNoOtherLease() throws Exception {
        Holdfast client = world().client();
        Lease lost = client.lock("a", o -> o.lease(LEASE)).acquire();
        Lease other = client.lock("b", o -> o.lease(LEASE)).acquire();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        lost.onLost(loss -> {
            entered.countDown();
            hang(over);
        });
        try {
            assertThat(takeAway(client, "a")).isNotNull();
            assertThat(entered.await(5, TimeUnit.SECONDS)).as("told").isTrue();
            Thread.sleep(LEASE.multipliedBy(2).toMillis());
            assertThat(other.isHeld()).as("held on").isTrue();
            assertThat(ClientWorld.isFree(world().probe(), "b")).isFalse();
        } finally {
            over.countDown();
        }
    }

    private static void hang(CountDownLatch over) {
        try {
            assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Rule("L-10")
    default void wallClockSetBack_changesNoLease() throws Exception {
        AtomicReference<Duration> setBack = new AtomicReference<>(Duration.ZERO);
        Holdfast client = world().client(c -> c.ticker(new WallClock(setBack)));
        Lease renewed = client.lock("a", o -> o.lease(LEASE)).acquire();
        Lease once = client.lock("b", o -> o.lease(LEASE).renewed(false)).acquire();
        setBack.set(Duration.ofHours(1));
        Stalls.await("ended", LEASE.plus(LATENESS), () -> !once.isHeld());
        Thread.sleep(LATENESS.toMillis()); // past the end that the other had without renewals
        assertThat(renewed.isHeld()).isTrue();
        assertThat(ClientWorld.isFree(world().probe(), "a")).isFalse();
    }

    /** The system's clocks, but for a wall clock that somebody sets back. */
    record WallClock(AtomicReference<Duration> setBack) implements Ticker {
        @Override
        public long nanos() {
            return Ticker.system().nanos();
        }

        @Override
        public Instant wallTime() {
            return Ticker.system().wallTime().minus(Objects.requireNonNull(setBack.get()));
        }
    }
}
