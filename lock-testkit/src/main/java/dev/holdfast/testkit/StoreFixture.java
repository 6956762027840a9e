package dev.holdfast.testkit;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import java.time.Duration;
import java.util.Optional;

/** One empty store for one test, to which any number of clients connect. Thread-safe. */
public interface StoreFixture extends AutoCloseable {

    /** Connects a client; the caller closes it. */
    Backend connect(BackendContext context);

    /** The time the store lives in, where it is virtual; empty for real time. */
    default Optional<VirtualTime> virtualTime() {
        return Optional.empty();
    }

    /** A look past the library, where there is one. */
    default Optional<RawView> raw() {
        return Optional.empty();
    }

    /** Drops the store. */
    @Override
    void close();

    /** What the store holds, seen and changed past the library. */
    interface RawView {

        /** Deletes what the store keeps of a held lock, as somebody without manners would; its fence may stay. */
        void delete(String name);

        /** How many keys, rows, entries there are, after dropping what is due. */
        int residue();

        /** How long after the last use residue may stay (L-12). */
        Duration retention();
    }
}
