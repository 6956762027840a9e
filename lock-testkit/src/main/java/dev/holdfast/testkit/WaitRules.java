package dev.holdfast.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseAction;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Exclusion between threads and clients, and waiters that give up. */
interface WaitRules extends ClientRules {

    @Test
    @Rule({"L-1", "F-1"})
    default void acquire_manyThreadsOfTwoClients_excludeEachOtherAndTokensRise() throws Exception {
        List<Long> tokens = new ArrayList<>(); // guarded by the lock under test
        AtomicBoolean inside = new AtomicBoolean();
        LeaseAction<RuntimeException> body = lease -> {
            assertThat(inside.compareAndSet(false, true)).as("alone").isTrue();
            tokens.add(lease.fencingToken().value());
            LockSupport.parkNanos(100_000);
            inside.set(false);
        };
        List<Future<?>> callers = new ArrayList<>();
        addCallers(world().client(), body, callers);
        addCallers(world().client(), body, callers);
        for (Future<?> caller : callers) {
            caller.get(60, TimeUnit.SECONDS);
        }
        assertThat(tokens).hasSize(6 * 50);
        for (int i = 1; i < tokens.size(); i++) {
            assertThat(tokens.get(i)).isGreaterThan(tokens.get(i - 1));
        }
    }

    private void addCallers(Holdfast client, LeaseAction<RuntimeException> body, List<Future<?>> callers) {
        for (int t = 0; t < 3; t++) {
            callers.add(world().threads.submit(() -> {
                for (int i = 0; i < 50; i++) {
                    client.lock("n", o -> o.lease(ofSeconds(20))).run(body);
                }
                return true;
            }));
        }
    }

    @Test
    @Rule("L-6")
    default void p22_waiterTimesOut_leavesNothing() throws Exception {
        Lease held = world().probe().lock("n").acquire();
        long started = System.nanoTime();
        Stalls stalls = Stalls.begin();
        Acquisition got = world().client().lock("n").tryAcquire(ofMillis(100));
        assertThat(stalls.elapsed()).isLessThan(ofMillis(100).plus(LATENESS));
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(ofMillis(100));
        assertThat(got).isInstanceOf(Refused.class);
        assertThat(((Refused) got).reason()).isEqualTo(RefusalReason.TIMED_OUT);
        held.close();
        world().awaitFree("n", LATENESS);
    }

    @Test
    @Rule({"L-5", "L-6"})
    default void p1_abandonedAtRandomMoment_nothingIsHeldOrRenewed(TestReporter reporter) throws Exception {
        long seed = ClientWorld.seed(reporter);
        Random random = new Random(seed);
        CountingLockStore.Counts counts = new CountingLockStore.Counts();
        Holdfast client =
                world().client(c -> c, store -> new CountingLockStore(new SlowLockStore(store, seed), counts));
        DistributedLock lock = client.lock("n", o -> o.lease(LEASE));
        for (int round = 0; round < world().rounds(10_000); round++) {
            abandonOrClose(lock, random);
        }
        world().awaitFree("n", LEASE.multipliedBy(2).plus(LATENESS));
        Awaitility.await("renewals end").atMost(ofSeconds(5)).until(() -> {
            long before = counts.renewCalls();
            Thread.sleep(LEASE.toMillis());
            return counts.renewCalls() == before;
        });
    }

    private static void abandonOrClose(DistributedLock lock, Random random) throws InterruptedException {
        switch (random.nextInt(3)) {
            case 0 -> {
                CompletableFuture<Lease> future = lock.acquireAsync();
                Thread.sleep(random.nextInt(6));
                future.cancel(true);
                future.thenAccept(Lease::close).exceptionally(cancelled -> null);
            }
            case 1 -> {
                if (attempt(lock, ofMillis(1 + random.nextInt(5))).orElse(null) instanceof Lease lease) {
                    lease.close();
                }
            }
            default ->
                attempt(lock, ofSeconds(5)) // nobody else is left to hold it
                        .ifPresent(got -> got.orElseThrow().close());
        }
    }

    /** Empty where the store's reply was missing: over a network that is an honest answer. */
    private static Optional<Acquisition> attempt(DistributedLock lock, Duration wait) throws InterruptedException {
        try {
            return Optional.of(lock.tryAcquire(wait));
        } catch (IndeterminateException unknown) {
            return Optional.empty();
        }
    }

    @Test
    @Rule("L-2")
    default void p15_acquireReplyLost_oneCloseFreesIt() throws Exception {
        Faults faults = new Faults();
        CountingLockStore.Counts counts = new CountingLockStore.Counts();
        Holdfast client =
                world().client(c -> c, store -> new FaultyLockStore(new CountingLockStore(store, counts), faults));
        faults.acquire(Faults.Fault.REPLY_LOST);
        Future<Lease> waiting = world().threads.submit(() -> client.lock("n").acquire());
        ClientWorld.awaitSent(counts);
        faults.acquire(Faults.Fault.NONE);
        Lease lease = waiting.get(5, TimeUnit.SECONDS);
        assertThat(lease.isHeld()).isTrue();
        lease.close();
        world().awaitFree("n", ofSeconds(1));
    }

    @Test
    @Rule("L-1")
    default void p27_twoFlowsOnOneThread_secondDoesNotGetIt() throws Exception {
        DistributedLock lock = world().client().lock("n");
        ExecutorService oneThread = Executors.newSingleThreadExecutor();
        try {
            Lease first =
                    oneThread.submit(() -> lock.tryAcquire().orElseThrow()).get(5, TimeUnit.SECONDS);
            assertThat(oneThread.submit(() -> lock.tryAcquire()).get(5, TimeUnit.SECONDS))
                    .isInstanceOf(Refused.class);
            assertThat(oneThread.submit(() -> lock.tryAcquire(ofMillis(50))).get(5, TimeUnit.SECONDS))
                    .isInstanceOf(Refused.class);
            first.close(); // on another thread than it was acquired
            assertThat(oneThread.submit(() -> closeAfter(lock.tryAcquire())).get(5, TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            oneThread.shutdownNow();
        }
    }

    private static boolean closeAfter(Acquisition got) {
        got.orElseThrow().close();
        return true;
    }

    @Test
    @Rule("L-9")
    default void holderNotRenewing_waiterGetsItInTime() throws Exception {
        Holdfast other = world().client();
        Lease held =
                world().client().lock("n", o -> o.lease(LEASE).renewed(false)).acquire();
        Stalls stalls = Stalls.begin();
        try (Lease next = other.lock("n").tryAcquire(ofSeconds(10)).orElseThrow()) {
            Duration waited = stalls.elapsed();
            assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
            assertThat(waited)
                    .isLessThan(LEASE.plus(other.capabilities().slack())
                            .plusMillis(100)
                            .plus(LATENESS));
            assertThat(held.isHeld()).isFalse();
        }
    }
}
