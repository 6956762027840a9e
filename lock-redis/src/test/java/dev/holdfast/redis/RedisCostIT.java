package dev.holdfast.redis;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.testkit.Stalls;
import dev.holdfast.testkit.servers.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a lock costs the server, counted at the server and on the wire. */
class RedisCostIT extends OnRedis {

    private static final int PAIRS = 200;

    @Test
    void uncontendedPair_isTwoCommandsInTwoReads() throws Exception {
        DistributedLock lock = client().lock("n");
        lock.acquire().close();
        long evals = calls("evalsha");
        long reads = stat("stats", "total_reads_processed");
        long own = stat("stats", "total_reads_processed") - reads;
        for (int i = 0; i < PAIRS; i++) {
            lock.acquire().close();
        }
        long all = stat("stats", "total_reads_processed") - reads;
        assertThat(all - 2 * own)
                .as("reads at the server, this test's own left out")
                .isEqualTo(2 * PAIRS);
        assertThat(calls("evalsha") - evals).isEqualTo(2 * PAIRS);
    }

    @Test
    void uncontendedPair_onTheWire_isNothingButTwoScripts() throws Exception {
        try (FaultProxy proxy = FaultProxy.to(server, 1)) {
            Holdfast client = client(proxy.uri(), c -> c);
            DistributedLock lock = client.lock("n");
            lock.acquire().close();
            proxy.resetCounts();
            for (int i = 0; i < PAIRS; i++) {
                lock.tryAcquire().orElseThrow().close();
                lock.acquire().close();
            }
            assertThat(proxy.countsByName()).containsOnlyKeys("EVALSHA").containsValue(4L * PAIRS);
            assertThat(proxy.connections()).as("no contention, no subscription").isLessThanOrEqualTo(2);
            client.close();
        }
    }

    @Test
    void uncontendedPair_runsOnTheCallersThread() throws Exception {
        CountingScheduler scheduler = closing(new CountingScheduler());
        DistributedLock lock = client(c -> c.scheduler(scheduler)).lock("n");
        lock.acquire().close();
        int before = scheduler.executed.get();
        for (int i = 0; i < PAIRS; i++) {
            lock.acquire().close();
            lock.tryAcquire(ofSeconds(1)).orElseThrow().close();
        }
        assertThat(scheduler.executed.get() - before).isZero();
    }

    @Test
    void handOff_betweenClients_isThreeCommandsWhateverTheNumberOfWaiters() throws Exception {
        assertThat(commandsPerHandOff(3)).isLessThanOrEqualTo(3.0);
        assertThat(commandsPerHandOff(25)).isLessThanOrEqualTo(3.0);
    }

    /** From the enqueue of each to its release, the subscriptions of fresh clients left out. */
    private double commandsPerHandOff(int clients) throws Exception {
        String name = "n" + clients;
        List<Holdfast> waiters = new ArrayList<>();
        Lease warm = client().lock("warm").acquire();
        for (int i = 0; i < clients; i++) {
            Holdfast waiter = client();
            waiters.add(waiter);
            assertThat(waiter.lock("warm").tryAcquire(ofMillis(20))).isInstanceOf(Refused.class);
        }
        warm.close();
        Lease held = client().lock(name).acquire();
        long before = calls("evalsha") + calls("eval");
        List<CompletableFuture<Lease>> leases = new ArrayList<>();
        for (Holdfast waiter : waiters) {
            leases.add(waiter.lock(name).acquireAsync());
        }
        Stalls.await("all queued", ofSeconds(5), () -> raw.number("ZCARD", key(name) + ":queue") == clients);
        List<CompletableFuture<?>> done = new ArrayList<>();
        leases.forEach(lease -> done.add(lease.thenAccept(Lease::close)));
        held.close();
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        long commands =
                calls("evalsha") + calls("eval") - before - 1; // the first release is no part of a hand-off here
        return (double) commands / clients;
    }

    @Test
    void waitingClient_sendsNothingButItsReconfirmation() throws Exception {
        try (FaultProxy proxy = FaultProxy.to(server, 1)) {
            Lease held = client().lock("n", o -> o.lease(ofSeconds(60))).acquire();
            Holdfast waiter = client(proxy.uri(), c -> c);
            List<CompletableFuture<Lease>> threads = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                threads.add(waiter.lock("n", o -> o.lease(ofSeconds(30))).acquireAsync());
            }
            Stalls.await("queued", ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == 1);
            proxy.resetCounts();
            pass(ofSeconds(11));
            assertThat(proxy.commands()).as("%s", proxy.countsByName()).isBetween(1L, 2L);
            threads.forEach(thread -> thread.cancel(true));
            held.close();
            waiter.close();
        }
    }

    private static void pass(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Counts what leaves the caller's thread. */
    private static final class CountingScheduler implements Scheduler, AutoCloseable {
        final AtomicInteger executed = new AtomicInteger();
        private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);

        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            var future = threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        }

        @Override
        public void execute(Runnable task) {
            executed.incrementAndGet();
            threads.execute(task);
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
