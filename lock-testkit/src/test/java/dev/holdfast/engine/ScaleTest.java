package dev.holdfast.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.testkit.CountingLockStore;
import dev.holdfast.testkit.ForwardingBackend;
import dev.holdfast.testkit.LeakCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many leases and many waiting threads, in real time. */
class ScaleTest {

    private static final int SMALL_STACK = 160 * 1024;

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    private final MemoryStore store = MemoryStore.create();
    private final CountingLockStore.Counts counts = new CountingLockStore.Counts();

    @Test
    void twentyThousandHeldLeases_constantThreadsAndFullBatches() {
        try (Holdfast client = client()) {
            List<Lease> held = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                held.add(client.lock("n" + i, o -> o.lease(ofSeconds(4)))
                        .tryAcquire()
                        .orElseThrow());
            }
            long before = counts.renewedGrants();
            Awaitility.await("two renewals of each")
                    .atMost(ofSeconds(20))
                    .until(() -> counts.renewedGrants() - before >= 40_000);
            assertThat(held).allMatch(Lease::isHeld);
            assertThat(ownThreads()).isBetween(1L, 4L);
            assertThat(counts.largestBatch()).isEqualTo(200);
            assertThat(counts.renewCalls()).isLessThan(3 * counts.renewedGrants() / 200);
            held.forEach(Lease::release);
        }
        Awaitility.await("nothing left").atMost(ofSeconds(5)).until(() -> store.residue() == 0);
    }

    @Test
    void tenThousandWaitingThreads_costTheStoreWhatOneCosts() throws Exception {
        int count = 10_000;
        CountDownLatch done = new CountDownLatch(count);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (Holdfast other = Holdfast.over(store::connect, c -> c);
                Holdfast client = client()) {
            Lease held = other.lock("n").acquire();
            for (int i = 0; i < count; i++) {
                Thread thread = new Thread(
                        null,
                        () -> {
                            try (Lease lease = client.lock("n").acquireUninterruptibly()) {
                                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                inside.decrementAndGet();
                            }
                            done.countDown();
                        },
                        "waiter-" + i,
                        SMALL_STACK);
                thread.setDaemon(true);
                thread.start();
            }
            Thread.sleep(2500);
            assertThat(counts.total())
                    .as("one enqueue, a re-confirmation now and then")
                    .isLessThanOrEqualTo(10);
            long before = counts.total();
            held.release();
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(most).hasValue(1);
            assertThat(counts.total() - before)
                    .as("commands for %s hand-offs", count)
                    .isLessThan(2000);
        }
        Awaitility.await("nothing left").atMost(ofSeconds(5)).until(() -> store.residue() == 0);
    }

    private Holdfast client() {
        return Holdfast.over(
                context ->
                        new ForwardingBackend(store.connect(context), target -> new CountingLockStore(target, counts)),
                c -> c);
    }

    private static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("holdfast-"))
                .count();
    }
}
