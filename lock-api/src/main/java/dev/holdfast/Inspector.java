package dev.holdfast;

import dev.holdfast.spi.HeldLock;
import java.util.List;
import java.util.Optional;

/** The operator's view of a store: who holds what, and the power to take it away. Thread-safe. */
public interface Inspector {

    /**
     * Held locks whose name starts with the prefix, ordered by name.
     *
     * @param prefix may be empty
     * @param limit the most rows, 1..10,000
     * @throws dev.holdfast.lock.InvalidInputException for a limit out of range
     * @throws dev.holdfast.lock.StoreUnavailableException when the store does not answer
     */
    List<HeldLock> list(String prefix, int limit);

    /** One held lock; empty where nobody holds it. */
    Optional<HeldLock> find(String name);

    /**
     * Takes a lock away from its holder, who is told with cause {@code FORCED} at its next renewal at the latest. The holder
     * may still be running: only fencing protects the resource from it.
     *
     * @param reason shown to the holder, 1..256 characters
     * @return what was held; empty where nobody held it, and then nothing changed
     * @throws dev.holdfast.lock.UnsupportedByStoreException when the store cannot
     * @throws dev.holdfast.lock.StoreUnavailableException when the store does not work; nothing changed
     * @throws dev.holdfast.lock.IndeterminateException when its reply is missing; it may have been taken away
     */
    Optional<HeldLock> forceRelease(String name, String reason);
}
