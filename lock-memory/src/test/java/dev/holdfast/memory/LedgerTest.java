package dev.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the store remembers of a client that is often refused (L-12). */
class LedgerTest {

    private static final Duration LEASE = Duration.ofHours(10);

    private static final long START = Long.MAX_VALUE - 1_000; // overflows on the way

    private long nanos = START;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Instant wallTime() {
            return Instant.parse("2026-01-01T00:00:00Z").plusNanos(nanos - START);
        }
    };

    private final LockTable table = new LockTable(ticker, 0);
    private final LockStore one = connect("one");
    private final LockStore two = connect("two");
    private long sequence;

    @Test
    void release_manyRefusedAttemptsBetween_remembersABoundedNumberOfRanges() {
        assertThat(acquire(two, "two", 1, "held")).isInstanceOf(AcquireReply.Granted.class);
        int most = 0;
        for (int i = 0; i < 3 * Ledger.MOST_AFTER_A_GAP; i++) {
            refusedThenReleased();
            most = Math.max(most, table.ledger.ranges("one"));
        }
        assertThat(most).isLessThanOrEqualTo((int) Ledger.MOST_AFTER_A_GAP + 1);
        assertThat(release(2)).as("the first that was released").isInstanceOf(ReleaseReply.AlreadyReleased.class);
        assertThat(acquire(one, "one", 2, "free")).isInstanceOf(AcquireReply.NotQueued.class);
        assertThat(release(sequence)).as("the last").isInstanceOf(ReleaseReply.AlreadyReleased.class);
    }

    @Test
    void release_refusedAttemptsAMinuteAgo_remembersNoRangeOfTheirs() {
        assertThat(acquire(two, "two", 1, "held")).isInstanceOf(AcquireReply.Granted.class);
        for (int i = 0; i < 100; i++) {
            refusedThenReleased();
        }
        assertThat(table.ledger.ranges("one")).isEqualTo(100);
        for (int i = 0; i < 2; i++) {
            nanos += Ledger.RETENTION.toNanos();
            refusedThenReleased();
        }
        assertThat(table.ledger.ranges("one")).isLessThanOrEqualTo(3);
    }

    @Test
    void tryAcquire_resentSoonAfterARefusal_mayWin() {
        assertThat(acquire(two, "two", 1, "held")).isInstanceOf(AcquireReply.Granted.class);
        for (int i = 0; i < 100; i++) {
            refusedThenReleased();
        }
        long refused = sequence - 1;
        assertThat(two.release(ref("held", "two", 1))).isInstanceOf(ReleaseReply.Released.class);
        assertThat(acquire(one, "one", refused, "held")).isInstanceOf(AcquireReply.Granted.class);
    }

    @Test
    void resend_ofALiveOwnerFromLongAgo_isGrantedAgain() {
        assertThat(acquire(two, "two", 1, "held")).isInstanceOf(AcquireReply.Granted.class);
        long holder = ++sequence;
        AcquireReply granted = acquire(one, "one", holder, "mine");
        for (int i = 0; i < Ledger.MOST_AFTER_A_GAP; i++) {
            refusedThenReleased();
        }
        nanos += Ledger.RETENTION.toNanos();
        refusedThenReleased();
        refusedThenReleased();
        assertThat(acquire(one, "one", holder, "mine")).isEqualTo(granted);
        assertThat(one.release(ref("mine", "one", holder))).isInstanceOf(ReleaseReply.Released.class);
    }

    private void refusedThenReleased() {
        assertThat(acquire(one, "one", ++sequence, "held")).isInstanceOf(AcquireReply.Busy.class);
        assertThat(acquire(one, "one", ++sequence, "free")).isInstanceOf(AcquireReply.Granted.class);
        assertThat(release(sequence)).isInstanceOf(ReleaseReply.Released.class);
    }

    private LockStore connect(String client) {
        BackendContext context = new BackendContext(
                client, ticker, new MemoryProviderTest.NoThreads(), new MemoryProviderTest.NoEvents());
        return new MemoryBackend(table, new Connection(context), "memory:", () -> {}).locks();
    }

    private static AcquireReply acquire(LockStore store, String client, long sequence, String name) {
        return store.tryAcquire(new AcquireRequest(
                name,
                new OwnerId(client, sequence),
                Share.MUTEX,
                new AcquireRequest.Terms(LEASE, 0, Duration.ofSeconds(1), new HolderDetails("host", 1, "", ""))));
    }

    private ReleaseReply release(long released) {
        return one.release(ref("free", "one", released));
    }

    private static GrantRef ref(String name, String client, long sequence) {
        return new GrantRef(name, new OwnerId(client, sequence), 0, LEASE);
    }
}
