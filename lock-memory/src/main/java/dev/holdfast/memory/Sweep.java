package dev.holdfast.memory;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map that forgets a few entries at every call instead of all of them now and then, so that no call pays for many. The
 * map is concurrent only for its iterators, which bear changes; the owner's lock guards everything.
 */
final class Sweep<K, V> {

    private final ConcurrentHashMap<K, V> map;
    private Iterator<V> cursor;

    Sweep(ConcurrentHashMap<K, V> map) {
        this.map = map;
        this.cursor = map.values().iterator();
    }

    @Nullable
    V get(K key) {
        return map.get(key);
    }

    void put(K key, V value) {
        map.put(key, value);
    }

    void remove(K key) {
        map.remove(key);
    }

    Iterable<V> values() {
        return map.values();
    }

    int size() {
        return map.size();
    }

    /** Looks at so many entries, where the last sweep stopped, and drops those that are old. */
    void sweep(int atMost, Predicate<V> old) {
        if (map.isEmpty()) {
            return;
        }
        if (!cursor.hasNext() || atMost >= map.size()) {
            cursor = map.values().iterator();
        }
        for (int i = 0; i < atMost && cursor.hasNext(); i++) {
            if (old.test(cursor.next())) {
                cursor.remove();
            }
        }
    }
}
