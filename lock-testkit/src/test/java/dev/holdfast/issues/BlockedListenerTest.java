package dev.holdfast.issues;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.testkit.Rule;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** P8: a listener that blocks keeps no other loss, no future and no lock to itself. */
class BlockedListenerTest {

    @Test
    @Rule({"L-4", "L-8"})
    void onLost_whileAnotherListenerBlocks_isCalledAndLocksWork() throws Exception {
        MemoryStore store = MemoryStore.create();
        CountDownLatch unblock = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
        try (Holdfast client = Holdfast.over(store::connect, c -> c)) {
            Lease first = client.lock("a").acquire();
            Lease second = client.lock("b").acquire();
            first.onLost(loss -> {
                blocked.countDown();
                hang(unblock);
            });
            second.onLost(told::complete);
            client.inspector().forceRelease("a", "test");
            assertThat(blocked.await(5, TimeUnit.SECONDS)).isTrue();

            client.inspector().forceRelease("b", "test");
            assertThat(told.get(5, TimeUnit.SECONDS).cause()).isEqualTo(LossCause.FORCED);
            assertThat(client.lock("d").acquireAsync().get(5, TimeUnit.SECONDS).release())
                    .isNotNull();
            unblock.countDown();
        }
    }

    /** The application's executor keeps the completion to itself: the win is there, its future is not complete. */
    @Test
    @Rule("L-6")
    void cancel_whileTheDeliveryOfTheWinIsHeldUp_releasesTheWin() throws Exception {
        MemoryStore store = MemoryStore.create();
        BlockingQueue<Runnable> heldUp = new LinkedBlockingQueue<>();
        try (Holdfast client = Holdfast.over(store::connect, c -> c.callbackExecutor(heldUp::add))) {
            CompletableFuture<Lease> abandoned = client.lock("c").acquireAsync();
            Runnable delivery = heldUp.poll(5, TimeUnit.SECONDS);
            assertThat(delivery).isNotNull();
            assertThat(client.inspector().find("c")).isPresent();

            assertThat(abandoned.cancel(true)).isTrue();
            await().atMost(ofSeconds(5))
                    .until(() -> client.inspector().find("c").isEmpty());
            delivery.run();
            assertThat(abandoned).isCancelled();
        }
    }

    private static void hang(CountDownLatch until) {
        try {
            until.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
