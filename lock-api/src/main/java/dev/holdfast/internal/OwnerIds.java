package dev.holdfast.internal;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.OwnerId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Issues owner ids and knows the live ones. An id enters the live set before its first request and leaves when its release
 * or abandonment is decided, never to return. While it is live it keeps what the store told of its loss. Thread-safe.
 */
final class OwnerIds {

    private final String client;
    private final AtomicLong issued = new AtomicLong();
    private final AtomicLong registered = new AtomicLong();
    private final ConcurrentHashMap<OwnerId, Note> live = new ConcurrentHashMap<>();

    private static final Note FINE = new Note(LossCause.STORE_FORGOT, "");

    /** What the store told of a live owner's loss. */
    record Note(LossCause cause, String detail) {}

    OwnerIds(String client) {
        this.client = client;
    }

    OwnerId next() {
        OwnerId id = new OwnerId(client, issued.incrementAndGet());
        live.put(id, FINE);
        registered.incrementAndGet();
        return id;
    }

    void retire(OwnerId id) {
        live.remove(id);
    }

    /** The store says that the owner's grant is gone, perhaps before its reply with that grant is in. */
    void lost(OwnerId id, LossCause cause, String detail) {
        live.replace(id, new Note(cause, detail));
    }

    /** What {@link #lost} told of a live owner; null for nothing. */
    @SuppressWarnings("ReferenceEquality") // one note stands for none
    @Nullable
    Note lossOf(OwnerId id) {
        Note note = live.get(id);
        return note == FINE ? null : note;
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
                return Optional.of(new Snapshot(done, new HashSet<>(live.keySet())));
            }
            Thread.onSpinWait();
        }
        return Optional.empty();
    }
}
