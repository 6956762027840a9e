package dev.holdfast.spi;

import java.time.Duration;
import java.util.Optional;

/** One opened store. Thread-safe. */
public interface Backend extends AutoCloseable {

    /** The store's URI for people, without secrets. */
    String description();

    /** Its lock side. */
    LockStore locks();

    /** Its operator side, where it has one. */
    default Optional<LockInspector> inspector() {
        return Optional.empty();
    }

    /**
     * One round trip that proves that the store works.
     *
     * @throws dev.holdfast.lock.StoreUnavailableException when it does not
     */
    Duration ping();

    /** Gives up connections and threads; grants are left as they are. Idempotent. */
    @Override
    void close();
}
