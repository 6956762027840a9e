package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many contended names, and many held ones, on one client. */
class ManyNamesIT {

    @TempDir
    Path folder;

    @Test
    void p24_manyContendedNames_areAllServedByOneConnection() throws Exception {
        int names = 2_000;
        String uri = "jdbc:sqlite:" + folder.resolve("locks.db");
        try (Holdfast holder = Holdfast.open(uri);
                Holdfast waiter = Holdfast.open(uri)) {
            List<Lease> held = new ArrayList<>();
            List<CompletableFuture<Lease>> waiting = new ArrayList<>();
            for (int i = 0; i < names; i++) {
                held.add(holder.lock("n-" + i).acquire());
                waiting.add(waiter.lock("n-" + i).acquireAsync());
            }
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            held.forEach(Lease::close);
            long started = System.nanoTime();
            CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
            System.out.println("2,000 contended names served in ms: " + (System.nanoTime() - started) / 1_000_000);
            waiting.forEach(lease -> lease.join().close());
        }
    }

    private static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("holdfast-"))
                .count();
    }

    @Test
    void manyHeld_areRenewedInBatches() throws Exception {
        int names = 20_000;
        String uri = "jdbc:sqlite:" + folder.resolve("locks.db");
        try (Holdfast holder = Holdfast.open(uri, c -> c.lease(o -> o.lease(java.time.Duration.ofSeconds(6))))) {
            List<Lease> held = new ArrayList<>();
            for (int i = 0; i < names; i++) {
                held.add(holder.lock("n-" + i).acquire());
            }
            await().pollInterval(1, TimeUnit.SECONDS)
                    .during(13, TimeUnit.SECONDS)
                    .atMost(20, TimeUnit.SECONDS)
                    .untilAsserted(() -> {
                        assertThat(held).allMatch(Lease::isHeld);
                        assertThat(ownThreads()).isBetween(1L, 4L);
                    });
            held.forEach(Lease::close);
        }
    }
}
