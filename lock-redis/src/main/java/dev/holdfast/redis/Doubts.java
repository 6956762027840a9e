package dev.holdfast.redis;

import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Owner ids some request of which has no reply, so that it may still arrive. Empty while every reply arrives; what is in it is
 * dropped with its release, or after one lease and at least a minute. Thread-safe.
 */
final class Doubts {

    static final Duration LEAST_MEMORY = Duration.ofSeconds(60);

    private static final long SECOND = 1_000_000_000;

    private final Ticker ticker;
    private final AtomicLong droppedAt;
    private final ConcurrentHashMap<OwnerId, Doubt> doubts = new ConcurrentHashMap<>();

    /** @param release whether a release is among the unanswered */
    private record Doubt(boolean release, long until) {}

    Doubts(Ticker ticker) {
        this.ticker = ticker;
        this.droppedAt = new AtomicLong(ticker.nanos());
    }

    /** How long the store has to remember that an owner id is over. */
    static Duration memory(Duration lease) {
        return lease.compareTo(LEAST_MEMORY) > 0 ? lease : LEAST_MEMORY;
    }

    void attempt(OwnerId owner, Duration lease) {
        add(owner, lease, false);
    }

    void release(OwnerId owner, Duration lease) {
        add(owner, lease, true);
    }

    private void add(OwnerId owner, Duration lease, boolean release) {
        long now = ticker.nanos();
        dropOld(now);
        Doubt next = new Doubt(release, now + Ticker.nanosOf(memory(lease)));
        doubts.merge(owner, next, (a, b) -> new Doubt(a.release || b.release, b.until));
    }

    /** At most once a second: while a server is away every attempt comes here. */
    private void dropOld(long now) {
        long last = droppedAt.get();
        if (now - last >= SECOND && droppedAt.compareAndSet(last, now)) {
            doubts.values().removeIf(old -> now - old.until > 0);
        }
    }

    boolean contains(OwnerId owner) {
        return doubts.containsKey(owner);
    }

    /** Whether a release of the owner went unanswered: then finding nothing means that it had arrived. */
    boolean released(OwnerId owner) {
        @Nullable Doubt doubt = doubts.get(owner);
        return doubt != null && doubt.release;
    }

    void settle(OwnerId owner) {
        doubts.remove(owner);
    }

    int size() {
        return doubts.size();
    }
}
