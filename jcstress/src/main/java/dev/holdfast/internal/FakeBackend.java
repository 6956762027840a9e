package dev.holdfast.internal;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.LockStore;
import java.time.Duration;

/** A backend over a rig's store, which knows whether it was closed. */
final class FakeBackend implements Backend {
    private final LockStore store = new FakeStore();
    volatile boolean closed;

    @Override
    public String description() {
        return "fake";
    }

    @Override
    public LockStore locks() {
        return store;
    }

    @Override
    public Duration ping() {
        return Duration.ZERO;
    }

    @Override
    public void close() {
        closed = true;
    }
}
