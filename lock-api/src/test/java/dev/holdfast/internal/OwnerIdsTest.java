package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.OwnerIds.Snapshot;
import dev.holdfast.spi.OwnerId;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class OwnerIdsTest {

    private final OwnerIds ids = new OwnerIds("c1");

    @Test
    void next_each_isFreshRisingAndLive() {
        assertThat(ids.next()).isEqualTo(new OwnerId("c1", 1));
        assertThat(ids.next()).isEqualTo(new OwnerId("c1", 2));
        assertThat(ids.liveCount()).isEqualTo(2);
    }

    @Test
    void retire_twice_leavesOthersLiveAndNumbersAreNotReused() {
        OwnerId first = ids.next();
        OwnerId second = ids.next();

        ids.retire(first);
        ids.retire(first);

        assertThat(ids.liveCount()).isEqualTo(1);
        assertThat(ids.snapshot()).contains(new Snapshot(2, Set.of(second)));
        assertThat(ids.next().sequence()).isEqualTo(3);
    }

    @Test
    void snapshot_ofNothing_isEmptyUpToZero() {
        assertThat(ids.snapshot()).contains(new Snapshot(0, Set.of()));
    }

    @Test
    void snapshot_laterIds_areNotInIt() {
        OwnerId first = ids.next();
        Snapshot snapshot = ids.snapshot().orElseThrow();

        ids.next();
        ids.retire(first);

        assertThat(snapshot).isEqualTo(new Snapshot(1, Set.of(first)));
    }

    /** None is retired here, so a snapshot that lacks one up to its limit would let the store drop a live id. */
    @Test
    void snapshot_whileOthersIssue_missesNoLiveId() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        int taken = 0;
        try {
            for (int burst = 0; burst < 200; burst++) {
                OwnerIds busy = new OwnerIds("c1");
                Future<?> one = threads.submit(() -> issue(busy));
                Future<?> two = threads.submit(() -> issue(busy));
                boolean quiet;
                do {
                    quiet = one.isDone() && two.isDone();
                    Optional<Snapshot> snapshot = busy.snapshot();
                    if (snapshot.isPresent()) {
                        taken++;
                        long upTo = snapshot.get().upTo();
                        assertThat(snapshot.get().live().stream().filter(id -> id.sequence() <= upTo))
                                .as("burst %d", burst)
                                .hasSize(Math.toIntExact(upTo));
                    }
                } while (!quiet);
                assertThat(busy.liveCount()).isEqualTo(200);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(taken).as("one per burst at least").isGreaterThanOrEqualTo(200);
    }

    private static void issue(OwnerIds ids) {
        for (int i = 0; i < 100; i++) {
            ids.next();
        }
    }
}
