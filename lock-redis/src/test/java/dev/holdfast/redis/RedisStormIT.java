package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** P25: what a contended name costs the server when many clients with many waiters each pass it round. */
class RedisStormIT extends OnRedis {

    /** One client process each; inside one JVM, since only commands and messages are counted. */
    private static final int CLIENTS = 12;

    private static final int WAITERS = 20;

    @Test
    void p25_handOffs_costCommandsAndMessagesByTheClientsTurnsNotByTheWaiters() throws Exception {
        List<Holdfast> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(client(c -> c.localHandOff(0, Duration.ZERO)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS * WAITERS);
        try (Lease held = client().lock("n").acquire()) {
            List<CompletableFuture<Void>> waiting = new ArrayList<>();
            AtomicInteger inside = new AtomicInteger();
            for (Holdfast client : clients) {
                for (int i = 0; i < WAITERS; i++) {
                    waiting.add(CompletableFuture.runAsync(() -> once(client, inside), threads));
                }
            }
            dev.holdfast.testkit.Stalls.await(
                    "every client queues once",
                    Duration.ofSeconds(10),
                    () -> raw.number("ZCARD", key("n") + ":queue") == CLIENTS);
            long commands = calls("evalsha") + calls("eval");
            long messages = calls("publish");
            held.close();
            CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            double handOffs = CLIENTS * WAITERS;
            double perHandOff = (calls("evalsha") + calls("eval") - commands) / handOffs;
            double messagesEach = (calls("publish") - messages) / handOffs;
            System.out.printf("storm on Redis: commands a hand-off %.2f, messages %.2f%n", perHandOff, messagesEach);
            assertThat(perHandOff).isLessThanOrEqualTo(3.0);
            assertThat(messagesEach).isLessThanOrEqualTo(3.05);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void once(Holdfast client, AtomicInteger inside) {
        try (Lease lease = client.lock("n").acquireUninterruptibly()) {
            assertThat(inside.incrementAndGet()).isEqualTo(1);
            assertThat(lease.isHeld()).isTrue();
            inside.decrementAndGet();
        }
    }
}
