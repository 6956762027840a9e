package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.OwnerIds.Snapshot;
import dev.holdfast.spi.OwnerId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** What a snapshot lets the store drop is never an id that is still in use. */
    @Test
    void snapshot_whileOthersIssue_missesNoLiveId() throws Exception {
        Set<OwnerId> inUse = ConcurrentHashMap.newKeySet();
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Future<Integer>> issuing = new ArrayList<>();
        List<OwnerId> wronglyDroppable = Collections.synchronizedList(new ArrayList<>());
        int taken = 0;
        try {
            for (int t = 0; t < 2; t++) {
                issuing.add(threads.submit(() -> {
                    int issued = 0;
                    while (!stop.get()) {
                        OwnerId id = ids.next();
                        inUse.add(id);
                        issued++;
                        Thread.onSpinWait();
                        inUse.remove(id); // before it is retired, so that what is in use is live
                        ids.retire(id);
                    }
                    return issued;
                }));
            }
            for (int i = 0; i < 100_000 && taken < 2000; i++) {
                Set<OwnerId> usedBefore = new HashSet<>(inUse);
                Optional<Snapshot> snapshot = ids.snapshot();
                if (snapshot.isPresent()) {
                    taken++;
                    for (OwnerId id : usedBefore) {
                        if (inUse.contains(id)
                                && id.sequence() <= snapshot.get().upTo()
                                && !snapshot.get().live().contains(id)) {
                            wronglyDroppable.add(id);
                        }
                    }
                }
            }
        } finally {
            stop.set(true);
            threads.shutdown();
        }
        for (Future<Integer> one : issuing) {
            assertThat(one.get(10, TimeUnit.SECONDS)).isPositive();
        }
        assertThat(taken).isPositive();
        assertThat(wronglyDroppable).isEmpty();
        assertThat(ids.liveCount()).isZero();
    }
}
