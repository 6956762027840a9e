package dev.holdfast.engine;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The local queue: its limits, and that it costs the store what one waiter costs. */
class WaitQueueTest {

    private final Sim sim = new Sim();

    @AfterEach
    void end() {
        sim.close();
    }

    @Test
    void queueFull_perName_refusesAndSendsNothing() {
        Holdfast client = sim.client(c -> c.waitersPerName(3));
        Lease held = sim.held(sim.other().lock("n"));
        List<CompletableFuture<Acquisition>> waiters = wait(client, "n", 3);
        long before = sim.counts.total();
        Acquisition beyond = client.lock("n").tryAcquireAsync(ofSeconds(60)).join();
        assertThat(beyond).isInstanceOf(Refused.class);
        assertThat(((Refused) beyond).reason()).isEqualTo(RefusalReason.QUEUE_FULL);
        assertThat(sim.counts.total()).isEqualTo(before);
        held.release();
        serveAll(waiters);
    }

    @Test
    void queueFull_perClient_refusesAndRecovers() {
        Holdfast client = sim.client(c -> c.waitersPerClient(4));
        Lease one = sim.held(sim.other().lock("one"));
        Lease two = sim.held(sim.other().lock("two"));
        List<CompletableFuture<Acquisition>> waiters = wait(client, "one", 2);
        waiters.addAll(wait(client, "two", 2));
        Acquisition beyond = client.lock("three").tryAcquireAsync(ofSeconds(60)).join();
        assertThat(((Refused) beyond).reason()).isEqualTo(RefusalReason.QUEUE_FULL);
        one.release();
        two.release();
        serveAll(waiters);
        sim.held(client.lock("three")).release();
    }

    @Test
    @Rule("L-12")
    void tenThousandWaiters_costTheStoreWhatOneCosts() {
        long one = commandsWhileWaiting("one", 1);
        long many = commandsWhileWaiting("many", 10_000);
        assertThat(many).isBetween(one - 2, one + 2);
    }

    private long commandsWhileWaiting(String name, int count) {
        Holdfast client = sim.client(c -> c);
        Lease held = sim.held(sim.other().lock(name));
        long before = sim.counts.total();
        AtomicInteger served = new AtomicInteger();
        for (int i = 0; i < count; i++) {
            var unused = client.lock(name).acquireAsync().thenAccept(lease -> {
                served.incrementAndGet();
                lease.release();
            });
        }
        sim.time.advance(ofMinutes(1));
        long commands = sim.counts.total() - before;
        held.release();
        sim.time.advance(ofSeconds(5));
        assertThat(served).hasValue(count);
        assertThat(sim.counts.total() - before - commands)
                .as("commands of the hand-offs")
                .isLessThanOrEqualTo(3L * (count / 64 + 2));
        return commands;
    }

    private List<CompletableFuture<Acquisition>> wait(Holdfast client, String name, int count) {
        List<CompletableFuture<Acquisition>> waiters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            waiters.add(client.lock(name).tryAcquireAsync(ofSeconds(60)));
        }
        sim.time.runDue();
        return waiters;
    }

    private void serveAll(List<CompletableFuture<Acquisition>> waiters) {
        for (CompletableFuture<Acquisition> waiter : waiters) {
            sim.time.runDue();
            assertThat(waiter).isDone();
            waiter.join().orElseThrow().release();
        }
        sim.time.runDue();
    }
}
