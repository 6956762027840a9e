package dev.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.StoreEvents;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class MemoryProviderTest {

    private static final Duration LEASE = Duration.ofSeconds(10);

    private long nanos;
    private Instant wall = Instant.parse("2026-01-01T00:00:00Z");

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Instant wallTime() {
            return wall;
        }
    };

    @Test
    void load_byService_findsProvider() {
        assertThat(ServiceLoader.load(BackendProvider.class))
                .anyMatch(p -> p.schemes().contains("memory"));
    }

    @Test
    void open_withoutName_isPrivate() {
        try (Backend one = open("memory:", "one");
                Backend two = open("memory:", "two")) {
            assertThat(acquire(one, "one", 1)).isInstanceOf(AcquireReply.Granted.class);
            assertThat(acquire(two, "two", 1)).isInstanceOf(AcquireReply.Granted.class);
        }
    }

    @Test
    void open_sameName_isShared() {
        try (Backend one = open("memory:open_sameName", "one");
                Backend two = open("memory:open_sameName", "two");
                Backend other = open("memory:open_otherName", "two")) {
            assertThat(acquire(one, "one", 1)).isInstanceOf(AcquireReply.Granted.class);
            assertThat(acquire(two, "two", 1)).isInstanceOf(AcquireReply.Busy.class);
            assertThat(acquire(other, "two", 1)).isInstanceOf(AcquireReply.Granted.class);
        }
    }

    @Test
    void close_whileHeld_keepsStoreUntilLapse() {
        SharedStores stores = new SharedStores();
        Backend one = stores.connect("a", "memory:a", context("one"));
        assertThat(acquire(one, "one", 1)).isInstanceOf(AcquireReply.Granted.class);
        one.close();
        one.close();
        assertThat(stores.size()).isEqualTo(1);
        try (Backend two = stores.connect("a", "memory:a", context("two"))) {
            assertThat(acquire(two, "two", 1)).isInstanceOf(AcquireReply.Busy.class);
        }
        advance(Duration.ofMinutes(2));
        stores.connect("b", "memory:b", context("three")).close();
        advance(Duration.ofMinutes(2));
        stores.connect("b", "memory:b", context("three")).close();
        assertThat(stores.size()).isZero();
    }

    @Test
    void reopen_afterDropAndWallSetBack_tokensRise() {
        SharedStores stores = new SharedStores();
        long first;
        try (Backend one = stores.connect("a", "memory:a", context("one"))) {
            first = base(acquire(one, "one", 1));
            advance(Duration.ofMillis(1));
            assertThat(one.locks().release(ref("one", 1))).isInstanceOf(ReleaseReply.Released.class);
        }
        assertThat(stores.size()).isZero();
        wall = wall.minus(Duration.ofHours(1));
        try (Backend two = stores.connect("a", "memory:a", context("two"))) {
            assertThat(base(acquire(two, "two", 1))).isGreaterThan(first);
        }
    }

    @Test
    void acquire_afterForcedRelease_isRefusedForThatOwner() {
        MemoryStore store = MemoryStore.create(ticker);
        try (Backend one = store.connect(context("one"))) {
            assertThat(acquire(one, "one", 1)).isInstanceOf(AcquireReply.Granted.class);
            assertThat(one.inspector().orElseThrow().forceRelease("n", "because"))
                    .isPresent();
            assertThat(acquire(one, "one", 1)).isInstanceOf(AcquireReply.NotQueued.class);
            assertThat(one.locks().release(ref("one", 1)))
                    .isEqualTo(new ReleaseReply.NotOwner(LossCause.FORCED, "because"));
            advance(Ledger.RETENTION);
            assertThat(store.residue()).isZero();
            assertThat(acquire(one, "one", 1)).isInstanceOf(AcquireReply.NotQueued.class);
        }
    }

    @Test
    void acquire_otherShareThanMutex_isRefusedByCapability() {
        try (Backend one = open("memory:", "one")) {
            AcquireRequest permits = new AcquireRequest(
                    "n",
                    new OwnerId("one", 1),
                    new Share(Share.Mode.PERMITS, 1, 3, false),
                    request("one", 1).terms());
            assertThatThrownBy(() -> one.locks().tryAcquire(permits))
                    .isInstanceOf(UnsupportedByStoreException.class)
                    .hasMessageContaining("PERMITS");
        }
    }

    @Test
    void acquire_afterClose_isUnavailable() {
        Backend one = open("memory:", "one");
        one.close();
        assertThat(acquire(one, "one", 1)).isInstanceOf(AcquireReply.Unavailable.class);
    }

    @Test
    void open_withHostOrUnknownOption_isRefused() {
        assertThatThrownBy(() -> open("memory://host/x", "one").close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("memory:NAME");
        assertThatThrownBy(() -> open("memory:x?lease=1s", "one").close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("lease");
    }

    private void advance(Duration by) {
        nanos += by.toNanos();
        wall = wall.plus(by);
    }

    private Backend open(String uri, String client) {
        return new MemoryProvider().open(StoreUri.parse(uri), context(client));
    }

    private BackendContext context(String client) {
        return new BackendContext(client, ticker, new NoThreads(), new NoEvents());
    }

    private static AcquireReply acquire(Backend backend, String client, long sequence) {
        return backend.locks().tryAcquire(request(client, sequence));
    }

    private static AcquireRequest request(String client, long sequence) {
        return new AcquireRequest(
                "n",
                new OwnerId(client, sequence),
                Share.MUTEX,
                new AcquireRequest.Terms(LEASE, 0, Duration.ofSeconds(1), new HolderDetails("host", 1, "", "")));
    }

    private static GrantRef ref(String client, long sequence) {
        return new GrantRef("n", new OwnerId(client, sequence), 0, LEASE);
    }

    private static long base(AcquireReply reply) {
        assertThat(reply).isInstanceOf(AcquireReply.Granted.class);
        return ((AcquireReply.Granted) reply).base();
    }

    static final class NoThreads implements Scheduler {
        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            return () -> {};
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    static final class NoEvents implements StoreEvents {
        @Override
        public void lost(String name, OwnerId owner, LossCause cause, String detail) {}

        @Override
        public void suspended(Object shard) {}

        @Override
        public void warning(String text) {}
    }
}
