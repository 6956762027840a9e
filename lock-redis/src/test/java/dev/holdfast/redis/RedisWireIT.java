package dev.holdfast.redis;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.testkit.Stalls;
import dev.holdfast.testkit.servers.FaultProxy;
import dev.holdfast.testkit.servers.RedisServer;
import dev.holdfast.testkit.servers.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The library on a wire that delays, cuts, holds, loses and repeats. */
class RedisWireIT extends OnWire {

    private static final Duration LEASE = ofSeconds(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void p1_abandonedWhileRepliesAreLate_nothingIsHeldOrRenewed() throws Exception {
        Holdfast client = far();
        proxy.delay(Duration.ZERO, ofMillis(100));
        int perName = rounds(10_000) / 10;
        List<CompletableFuture<Void>> names = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            DistributedLock lock = client.lock("n" + n, o -> o.lease(LEASE));
            Random random = new Random(seed + n);
            names.add(CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < perName; round++) {
                            abandon(lock, random);
                        }
                    },
                    threads));
        }
        CompletableFuture.allOf(names.toArray(CompletableFuture[]::new)).get(20, TimeUnit.MINUTES);
        proxy.heal();
        for (int n = 0; n < 10; n++) {
            String name = "n" + n;
            Stalls.await("free within one lease", LEASE.plusMillis(500), () -> isFree(name));
        }
        sleep(ofMillis(200));
        proxy.resetCounts();
        sleep(LEASE);
        assertThat(proxy.commands()).as("renewals %s", proxy.countsByName()).isZero();
    }

    private static void abandon(DistributedLock lock, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> {
                CompletableFuture<Lease> future = lock.acquireAsync();
                pause(random.nextInt(200));
                future.cancel(true);
                var unused = future.whenComplete((lease, failed) -> {
                    if (lease != null) {
                        lease.close();
                    }
                });
            }
            case 1 -> interrupted(lock, random.nextInt(200));
            default -> {
                try {
                    if (lock.tryAcquire(ofMillis(1 + random.nextInt(200))) instanceof Lease lease) {
                        lease.close();
                    }
                } catch (IndeterminateException | StoreUnavailableException | InterruptedException honest) {
                    // an honest answer
                }
            }
        }
    }

    private static void interrupted(DistributedLock lock, int after) {
        Thread caller = new Thread(() -> {
            try {
                lock.acquire().close();
            } catch (InterruptedException | HoldfastException asAsked) {
                // it holds nothing
            }
        });
        caller.start();
        pause(after);
        caller.interrupt();
        try {
            caller.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    @Test
    void p3_cutForHalfALease_isHeldOn() throws Exception {
        List<LeaseLoss> losses = new CopyOnWriteArrayList<>();
        Lease lease = far().lock("n", o -> o.lease(LEASE)).acquire();
        lease.onLost(losses::add);
        for (int i = 0; i < 3; i++) {
            awaitRenewal();
            proxy.refuse(true);
            proxy.cut();
            sleep(LEASE.dividedBy(2));
            proxy.heal();
        }
        awaitRenewal();
        assertThat(losses).isEmpty();
        lease.ensureHeld();
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    /** The key's expiry moves forward: a cut right before one would add to the time since the last. */
    private void awaitRenewal() {
        AtomicLong last = new AtomicLong(Long.MAX_VALUE);
        Stalls.await("renewed", LEASE, () -> {
            long left = raw.number("PTTL", key("n"));
            return left > last.getAndSet(left);
        });
    }

    @Test
    void p3_cutForMoreThanALease_isToldBeforeTheNextHolderCan() throws Exception {
        ConcurrentHashMap<String, Long> told = new ConcurrentHashMap<>();
        Lease lease = far().lock("n", o -> o.lease(LEASE).lossPolicy(LossPolicy.REPORT))
                .acquire();
        lease.onLost(loss -> told.put("n", System.nanoTime()));
        CompletableFuture<Long> taken = client().lock("n").acquireAsync().thenApply(next -> System.nanoTime());
        proxy.refuse(true);
        proxy.cut();
        long acquired = taken.get(10, TimeUnit.SECONDS);
        assertThat(told).containsKey("n");
        assertThat(told.get("n")).isLessThan(acquired);
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void p4_blackHoleBeforeOneServer_costsTheOtherNothing() throws Exception {
        try (FaultProxy healthy = FaultProxy.to(server, seed)) {
            Duration lease = ofSeconds(1);
            AtomicInteger lost = new AtomicInteger();
            List<Lease> good = hold(client(healthy.uri(), c -> c), "good", lease, lost);
            List<Lease> bad = hold(far(), "bad", lease, new AtomicInteger());
            proxy.blackHole(true);
            sleep(lease.multipliedBy(10));
            assertThat(lost).hasValue(0);
            assertThat(good).allMatch(Lease::isHeld);
            assertThat(bad).noneMatch(Lease::isHeld);
            proxy.heal();
            good.forEach(Lease::close);
        }
    }

    private static List<Lease> hold(Holdfast client, String prefix, Duration lease, AtomicInteger lost)
            throws InterruptedException {
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Lease one = client.lock(prefix + i, o -> o.lease(lease).lossPolicy(LossPolicy.REPORT))
                    .acquire();
            one.onLost(loss -> lost.incrementAndGet());
            held.add(one);
        }
        return held;
    }

    @Test
    void p9_renewalRepliesHeld_lossIsToldBeforeTheProbeAcquires() throws Exception {
        int rounds = rounds(1_000);
        ConcurrentHashMap<String, Long> told = new ConcurrentHashMap<>();
        ConcurrentHashMap<String, Long> taken = new ConcurrentHashMap<>();
        Holdfast holder = far();
        Holdfast probe = client();
        for (int i = 0; i < rounds; i++) {
            String name = "n" + i;
            Lease lease = holder.lock(name, o -> o.lease(LEASE).lossPolicy(LossPolicy.REPORT))
                    .acquire();
            lease.onLost(loss -> told.put(name, System.nanoTime()));
        }
        proxy.holdRequests(true);
        List<CompletableFuture<Void>> probes = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            String name = "n" + i;
            probes.add(probe.lock(name).acquireAsync().thenAccept(lease -> {
                taken.put(name, System.nanoTime());
                lease.close();
            }));
        }
        CompletableFuture.allOf(probes.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        for (int i = 0; i < rounds; i++) {
            assertThat(told.get("n" + i)).as("told of n%s", i).isNotNull().isLessThan(taken.get("n" + i));
        }
    }

    @Test
    void p15_acquireReplyLost_oneCloseFreesIt() throws Exception {
        Holdfast client = far();
        client.lock("warm").acquire().close();
        proxy.only("EVALSHA");
        for (int round = 0; round < rounds(200); round++) {
            proxy.loseReplies(1);
            Lease lease = client.lock("n").tryAcquire().orElseThrow();
            assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(isFree("n")).isTrue();
            proxy.loseReplies(1);
            Lease waited = client.lock("n").acquire();
            proxy.loseReplies(1);
            assertThat(waited.release())
                    .isIn(ReleaseResult.UNKNOWN, ReleaseResult.RELEASED, ReleaseResult.ALREADY_RELEASED);
            Stalls.await("free", ofSeconds(1), () -> isFree("n"));
        }
    }

    @Test
    void p22_waiterThatGivesUp_leavesNoEntryAndTheNextGetsItAtOnce() throws Exception {
        Lease held = client().lock("n").acquire();
        Holdfast waiter = far();
        assertThat(waiter.lock("n").tryAcquire(ofMillis(100))).isNotInstanceOf(Lease.class);
        Stalls.await("no entry", ofSeconds(1), () -> raw.number("ZCARD", key("n") + ":queue") == 0);
        held.close();
        assertThat(client().lock("n").tryAcquire()).isInstanceOf(Lease.class);
    }

    @Test
    void everyRequestTwice_excludesAllTheSame() throws Exception {
        proxy.duplicateRequests(1);
        AtomicInteger inside = new AtomicInteger();
        List<Long> tokens = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int c = 0; c < 3; c++) {
            Holdfast client = client(proxy.uri(), config -> config.localHandOff(0, Duration.ZERO));
            for (int t = 0; t < 2; t++) {
                all.add(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 30; i++) {
                        try (Lease lease = client.lock("n").acquireUninterruptibly()) {
                            assertThat(inside.incrementAndGet()).isEqualTo(1);
                            tokens.add(lease.fencingToken().value());
                            inside.decrementAndGet();
                        }
                    }
                }));
            }
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(tokens).hasSize(180).isSorted().doesNotHaveDuplicates();
        proxy.heal();
        Stalls.await("free", ofSeconds(3), () -> isFree("n") && raw.number("ZCARD", key("n") + ":queue") == 0);
    }

    @Test
    void acceptReplyLost_isAskedForAgainWithinTheOffer() throws Exception {
        Holdfast waiter = far();
        for (int round = 0; round < 10; round++) {
            Lease held = client().lock("n").acquire();
            CompletableFuture<Lease> next = waiter.lock("n").acquireAsync();
            Stalls.await("queued", ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == 1);
            proxy.only("EVALSHA");
            proxy.loseReplies(1 + round % 2);
            Stalls stalls = Stalls.begin();
            held.close();
            Lease lease = next.get(5, TimeUnit.SECONDS);
            assertThat(stalls.elapsed()).isLessThan(ofSeconds(2));
            assertThat(lease.fencingToken()).isGreaterThan(held.fencingToken());
            assertThat(raw.number("PTTL", key("n"))).isGreaterThan(20_000);
            lease.close();
        }
    }

    @Test
    void blackHole_everyCallEndsWithinItsBound() throws Exception {
        Holdfast client = far();
        Lease held = client.lock("held", o -> o.lease(ofSeconds(60))).acquire();
        proxy.blackHole(true);
        assertEnds(ofMillis(500), () -> client.lock("n").tryAcquire(ofMillis(500)));
        assertEnds(ofSeconds(4), () -> client.lock("n").tryAcquire());
        assertEnds(ofSeconds(2), held::release);
        assertEnds(ofSeconds(2), client::ping);
        proxy.heal();
        try (Lease again = client.lock("n").tryAcquire(ofSeconds(5)).orElseThrow()) {
            assertThat(again.isHeld()).isTrue();
        }
        Stalls.await("the release was followed up", ofSeconds(10), () -> isFree("held"));
    }

    private interface Call {
        Object run() throws Exception;
    }

    /** L4: within the bound and 250 ms. */
    private static void assertEnds(Duration bound, Call call) throws Exception {
        Stalls stalls = Stalls.begin();
        try {
            Object result = call.run();
            assertThat(result).isNotInstanceOf(Lease.class);
        } catch (IndeterminateException | StoreUnavailableException honest) {
            // an honest answer
        }
        assertThat(stalls.elapsed()).isLessThan(bound.plusMillis(250));
    }

    @Test
    void serverThatBecameAReplica_isLeftAtOnce() throws Exception {
        try (RedisServer own = RedisServer.startProcess();
                RespClient there = RespClient.to(own);
                FaultProxy before = FaultProxy.to(own, seed)) {
            Holdfast client = closing(Holdfast.open(before.uri(), c -> c.closeGrace(ofMillis(200))));
            Lease held = client.lock("held", o -> o.lease(LEASE).lossPolicy(LossPolicy.REPORT))
                    .acquire();
            there.command("REPLICAOF", "127.0.0.1", "1");
            int connections = before.accepted();
            assertThatThrownBy(() -> client.lock("n").tryAcquire())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("READONLY");
            assertThatThrownBy(() -> client.lock("n").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
            assertThat(before.accepted()).as("the next call connects anew").isGreaterThan(connections);
            Stalls.await("renewals connect anew", LEASE, () -> before.accepted() > connections + 3);
            there.command("REPLICAOF", "NO", "ONE");
            client.lock("n").tryAcquire(ofSeconds(5)).orElseThrow().close();
            assertThat(held.release()).isIn(ReleaseResult.RELEASED, ReleaseResult.LOST);
        }
    }

    @Test
    void poolExhausted_isSaidAndCostsNoRenewal() throws Exception {
        Holdfast client = closing(Holdfast.open(uri(proxy.uri()) + "&pool-size=1", c -> c.closeGrace(ofMillis(200))));
        Lease held = client.lock("held", o -> o.lease(ofSeconds(3))).acquire();
        proxy.only("EVALSHA");
        List<CompletableFuture<Acquisition>> calls = new ArrayList<>();
        proxy.delay(ofMillis(20), ofMillis(40));
        for (int i = 0; i < 200; i++) {
            int n = i;
            calls.add(CompletableFuture.supplyAsync(() -> client.lock("n" + n).tryAcquire()));
        }
        sleep(ofSeconds(4));
        assertThat(held.isHeld()).isTrue();
        proxy.heal();
        for (CompletableFuture<Acquisition> call : calls) {
            call.handle((got, failed) -> failed == null || failed.getCause() instanceof StoreUnavailableException)
                    .thenAccept(honest -> assertThat(honest).isTrue())
                    .get(20, TimeUnit.SECONDS);
        }
        held.close();
    }
}
