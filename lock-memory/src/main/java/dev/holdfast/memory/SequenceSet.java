package dev.holdfast.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * A set of positive numbers kept as ranges. A client's owner sequences are dense, so the ranges of the finished ones
 * number at most one more than its live ones and its gaps: remembering every finished owner costs nothing once {@link Ledger}
 * has filled those (L-12). Not thread-safe.
 */
final class SequenceSet {

    private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();

    boolean contains(long value) {
        Map.Entry<Long, Long> range = lastByFirst.floorEntry(value);
        return range != null && range.getValue() >= value;
    }

    void add(long value) {
        addRange(value, value);
    }

    /** Adds first..last; nothing when last is below first. */
    void addRange(long first, long last) {
        if (last < first) {
            return;
        }
        long from = first;
        long to = last;
        Map.Entry<Long, Long> before = lastByFirst.floorEntry(first);
        if (before != null && before.getValue() >= first - 1) {
            from = before.getKey();
            to = Math.max(to, before.getValue());
        }
        Map.Entry<Long, Long> next = lastByFirst.higherEntry(from);
        while (next != null && next.getKey() <= to + 1) {
            to = Math.max(to, next.getValue());
            lastByFirst.remove(next.getKey());
            next = lastByFirst.higherEntry(from);
        }
        lastByFirst.put(from, to);
    }

    int ranges() {
        return lastByFirst.size();
    }
}
