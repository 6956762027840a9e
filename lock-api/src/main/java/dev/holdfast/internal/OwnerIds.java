package dev.holdfast.internal;

import dev.holdfast.spi.OwnerId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Issues owner ids and knows the live ones. An id enters the live set before its first request and leaves when its release
 * or abandonment is decided, never to return. Thread-safe.
 */
final class OwnerIds {

    private final String client;
    private final AtomicLong issued = new AtomicLong();
    private final AtomicLong registered = new AtomicLong();
    private final Set<OwnerId> live = ConcurrentHashMap.newKeySet();

    OwnerIds(String client) {
        this.client = client;
    }

    OwnerId next() {
        OwnerId id = new OwnerId(client, issued.incrementAndGet());
        live.add(id);
        registered.incrementAndGet();
        return id;
    }

    void retire(OwnerId id) {
        live.remove(id);
    }

    int liveCount() {
        return live.size();
    }

    /** Everything up to {@code upTo} that is not in {@code live} will never be used again. */
    record Snapshot(long upTo, Set<OwnerId> live) {}

    /**
     * A snapshot that misses no id between its issue and its registration: both counts are equal only when none is there.
     * Empty where issuing never paused; the caller comes back.
     */
    Optional<Snapshot> snapshot() {
        for (int i = 0; i < 1000; i++) {
            long done = registered.get();
            if (done == issued.get()) {
                return Optional.of(new Snapshot(done, new HashSet<>(live)));
            }
            Thread.onSpinWait();
        }
        return Optional.empty();
    }
}
