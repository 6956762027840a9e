package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReleaseReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Exclusion, resends and the length of a lease. */
interface GrantRules extends StoreRules {

    @Test
    @Rule("L-1")
    default void tryAcquire_heldByAnother_isBusyAndNamesTheHolder() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef unused = one.granted("n", LONG_LEASE);
        AcquireReply reply = two.locks().tryAcquire(two.request("n", LONG_LEASE));
        assertThat(reply).isInstanceOf(AcquireReply.Busy.class);
        AcquireReply.Busy busy = (AcquireReply.Busy) reply;
        assertThat(busy.retryAfter()).isPositive();
        if (busy.holder() != null) {
            assertThat(busy.holder().host()).isEqualTo("host-" + one.id);
            assertThat(busy.holder().remaining()).isLessThanOrEqualTo(LONG_LEASE);
        }
    }

    @Test
    @Rule("L-1")
    default void tryAcquire_heldByAnotherOwnerOfTheSameClient_isBusy() {
        StoreClient one = world().client();
        GrantRef unused = one.granted("n", LONG_LEASE);
        assertThat(one.gets("n", LONG_LEASE)).isFalse();
    }

    @Test
    @Rule("L-1")
    default void tryAcquire_byManyAtOnce_oneWins() throws Exception {
        List<StoreClient> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(world().client());
        }
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        try {
            for (int round = 0; round < 25; round++) {
                assertThat(winners(clients, threads, "race-" + round)).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long winners(List<StoreClient> clients, ExecutorService threads, String name) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Boolean>> wins = new ArrayList<>();
        for (StoreClient client : clients) {
            wins.add(threads.submit(() -> {
                start.await();
                return client.gets(name, LONG_LEASE);
            }));
        }
        start.countDown();
        long winners = 0;
        for (Future<Boolean> win : wins) {
            winners += win.get(30, TimeUnit.SECONDS) ? 1 : 0;
        }
        return winners;
    }

    @Test
    @Rule("L-1")
    default void p11_leaseNotOver_staysHeld() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef unused = one.granted("n", Duration.ofMillis(1900));
        world().pass(Duration.ofMillis(1500));
        assertThat(two.findsFree("n")).isFalse();
    }

    @Test
    @Rule("L-9")
    default void p11_leaseOver_isFree() {
        StoreClient two = world().client();
        for (Duration lease : List.of(
                Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofMillis(999), Duration.ofSeconds(1))) {
            StoreClient one = world().client();
            String name = "n-" + lease;
            GrantRef unused = one.granted(name, lease);
            world().await(
                            "free after " + lease,
                            lease.plus(two.locks().capabilities().slack()).plus(LATENESS),
                            () -> two.findsFree(name));
        }
    }

    @Test
    @Rule("L-1")
    default void p11_longLease_isKeptExactly() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        for (Duration lease : List.of(Duration.ofSeconds(90), Duration.ofDays(1), Duration.ofDays(30))) {
            String name = "n-" + lease;
            AcquireReply reply = one.locks().tryAcquire(one.request(name, lease));
            assertThat(reply).isInstanceOf(AcquireReply.Granted.class);
            assertThat(((AcquireReply.Granted) reply).lease()).isEqualTo(lease);
            if (two.locks().tryAcquire(two.request(name, lease)) instanceof AcquireReply.Busy busy
                    && busy.holder() != null) {
                assertThat(busy.holder().remaining()).isBetween(lease.minusSeconds(5), lease);
            }
        }
    }

    @Test
    @Rule({"L-2", "F-2"})
    default void p15_resentAcquire_isTheSameGrant() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        AcquireRequest request = one.request("n", LONG_LEASE);
        GrantRef first = one.granted(request);
        world().pass(Duration.ofMillis(20));
        assertThat(one.granted(request).base()).isEqualTo(first.base());
        assertThat(StoreClient.base(one.locks().enqueue(request, () -> {}).reply()))
                .isEqualTo(first.base());
        assertThat(one.release(first)).isInstanceOf(ReleaseReply.Released.class);
        assertThat(two.gets("n", LONG_LEASE)).as("one release frees it").isTrue();
    }

    @Test
    @Rule("L-2")
    default void release_again_isNoError() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef grant = one.granted("n", LONG_LEASE);
        assertThat(one.release(grant)).isInstanceOf(ReleaseReply.Released.class);
        assertThat(one.release(grant)).isInstanceOfAny(ReleaseReply.Released.class, ReleaseReply.AlreadyReleased.class);
        GrantRef next = two.granted("n", LONG_LEASE);
        assertThat(one.release(grant)).isInstanceOfAny(ReleaseReply.Released.class, ReleaseReply.AlreadyReleased.class);
        assertThat(one.findsFree("n"))
                .as("the repeated release touched the successor")
                .isFalse();
        assertThat(two.release(next)).isInstanceOf(ReleaseReply.Released.class);
    }
}
