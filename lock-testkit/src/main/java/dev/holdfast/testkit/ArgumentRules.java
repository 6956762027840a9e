package dev.holdfast.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.Lease;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Leases, waits and names at and beyond their limits. */
interface ArgumentRules extends ClientRules {

    @Test
    @Rule("L-4")
    default void p11_leaseOutOfRange_isRefusedBeforeAnyTraffic() {
        CountingLockStore.Counts counts = new CountingLockStore.Counts();
        Holdfast client = world().client(c -> c, store -> new CountingLockStore(store, counts));
        for (Duration lease : List.of(
                Duration.ZERO,
                ofMillis(-1),
                ofMillis(1),
                ofMillis(99),
                Duration.ofDays(30).plusNanos(1),
                Duration.ofDays(400),
                Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> client.lock("n", o -> o.lease(lease)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("lease is out of range");
        }
        assertThatThrownBy(() -> client.lock("n").tryAcquire(ofMillis(-1))).isInstanceOf(InvalidInputException.class);
        assertThat(counts.total()).isZero();
    }

    @Test
    @Rule("L-4")
    default void p11_leaseInRange_isSentExactlyByEveryForm() throws Exception {
        List<Duration> sent = new CopyOnWriteArrayList<>();
        Holdfast client = world().client(c -> c, store -> new Recording(store, sent));
        for (Duration lease : List.of(
                ofMillis(100), ofMillis(500), ofMillis(999), ofSeconds(1), Duration.ofDays(1), Duration.ofDays(30))) {
            DistributedLock lock = client.lock("n", o -> o.lease(lease));
            sent.clear();
            lock.acquire().release();
            lock.acquireUninterruptibly().release();
            lock.tryAcquire().orElseThrow().release();
            lock.tryAcquire(ofSeconds(1)).orElseThrow().release();
            lock.acquireAsync().get(5, TimeUnit.SECONDS).release();
            lock.tryAcquireAsync(ofSeconds(1))
                    .get(5, TimeUnit.SECONDS)
                    .orElseThrow()
                    .release();
            lock.run(held -> assertThat(held.remaining()).isLessThanOrEqualTo(lease));
            assertThat(sent).hasSizeGreaterThanOrEqualTo(7).containsOnly(lease);
        }
    }

    @Test
    @Rule("L-11")
    default void p31_illegalNames_areRefusedBeforeAnyTraffic() {
        CountingLockStore.Counts counts = new CountingLockStore.Counts();
        Holdfast client = world().client(c -> c, store -> new CountingLockStore(store, counts));
        for (String name : OddNames.ILLEGAL) {
            assertThatThrownBy(() -> client.lock(name))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("name");
        }
        assertThat(counts.total()).isZero();
    }

    @Test
    @Rule("L-11")
    default void p31_oddNames_areHeldTogetherAndListed() {
        Holdfast client = world().client();
        List<Lease> held = new ArrayList<>();
        for (String name : OddNames.LEGAL) {
            held.add(client.lock(name).tryAcquire().orElseThrow());
        }
        if (client.capabilities().has(Capability.INSPECTION)) {
            assertThat(client.inspector().list("", 10_000))
                    .extracting(HeldLock::name)
                    .containsExactlyInAnyOrderElementsOf(OddNames.LEGAL);
        }
        held.forEach(Lease::close);
        for (String name : OddNames.LEGAL) {
            client.lock(name).tryAcquire().orElseThrow().close();
        }
    }

    /** Notes the lease lengths that are sent. */
    final class Recording extends ForwardingLockStore {
        private final List<Duration> sent;

        Recording(LockStore target, List<Duration> sent) {
            super(target);
            this.sent = sent;
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            sent.add(request.terms().lease());
            return super.tryAcquire(request);
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            sent.add(request.terms().lease());
            return super.enqueue(request, wake);
        }
    }
}
