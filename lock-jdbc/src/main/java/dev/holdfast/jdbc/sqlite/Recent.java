package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.OwnerId;
import java.util.HashSet;
import java.util.Set;

/**
 * A set that forgets: two generations, the older of which is dropped when the younger is both full enough and old enough,
 * or simply full (L-12). Not thread-safe.
 */
final class Recent {

    private final int capacity;
    private final long window;
    private Set<OwnerId> young = new HashSet<>();
    private Set<OwnerId> old = Set.of();
    private long since;

    /**
     * @param capacity the most entries of one generation
     * @param window how long an entry is kept at least, unless capacity ends it, in nanoseconds
     */
    Recent(int capacity, long window, long now) {
        this.capacity = capacity;
        this.window = window;
        this.since = now;
    }

    boolean contains(OwnerId owner) {
        return young.contains(owner) || old.contains(owner);
    }

    void add(OwnerId owner, long now) {
        if (now - since > window || young.size() >= capacity) {
            old = young;
            young = new HashSet<>();
            since = now;
        }
        young.add(owner);
    }

    int size() {
        return young.size() + old.size();
    }
}
