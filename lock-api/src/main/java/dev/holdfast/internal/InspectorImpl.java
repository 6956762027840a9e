package dev.holdfast.internal;

import dev.holdfast.Inspector;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.Names;
import java.util.List;
import java.util.Optional;

/** Checks what goes to the store's inspector. */
record InspectorImpl(LockInspector store) implements Inspector {

    private static final int MOST_ROWS = 10_000;
    private static final int LONGEST_REASON = 256;

    @Override
    public List<HeldLock> list(String prefix, int limit) {
        if (limit < 1 || limit > MOST_ROWS) {
            throw new InvalidInputException(
                    "limit is out of range", "limit", Integer.toString(limit), "range=1.." + MOST_ROWS);
        }
        return store.list(prefix, limit);
    }

    @Override
    public Optional<HeldLock> find(String name) {
        return store.find(Names.check(name));
    }

    @Override
    public Optional<HeldLock> forceRelease(String name, String reason) {
        if (reason.isBlank() || reason.length() > LONGEST_REASON) {
            throw new InvalidInputException(
                    "reason must have 1..256 characters", "length", Integer.toString(reason.length()));
        }
        return store.forceRelease(Names.check(name), reason);
    }
}
