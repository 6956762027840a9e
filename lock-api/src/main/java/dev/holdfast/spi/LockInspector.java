package dev.holdfast.spi;

import java.util.List;
import java.util.Optional;

/** The operator side of a store. Throws {@link dev.holdfast.lock.StoreUnavailableException} when it does not work. */
public interface LockInspector {

    /**
     * Held locks whose name starts with the prefix, ordered by name.
     *
     * @param limit the most rows, 1 or more
     */
    List<HeldLock> list(String prefix, int limit);

    /** One held lock. */
    Optional<HeldLock> find(String name);

    /**
     * Takes a lock away from whoever holds it. Its holder's next renewal answers {@code NotOwner(FORCED, reason)}.
     *
     * @return what was held; empty where nobody held it and nothing changed
     * @throws dev.holdfast.lock.IndeterminateException when the reply is missing; it may have been taken away
     */
    Optional<HeldLock> forceRelease(String name, String reason);
}
