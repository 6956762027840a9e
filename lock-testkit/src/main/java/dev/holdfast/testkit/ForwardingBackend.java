package dev.holdfast.testkit;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A backend with another lock side. As thread-safe as its target. */
public final class ForwardingBackend implements Backend {

    private final Backend target;
    private final LockStore locks;

    /**
     * Wraps the lock side once.
     *
     * @param wrap for example {@code CountingLockStore::new}
     */
    public ForwardingBackend(Backend target, UnaryOperator<LockStore> wrap) {
        this.target = target;
        this.locks = wrap.apply(target.locks());
    }

    @Override
    public String description() {
        return target.description();
    }

    @Override
    public LockStore locks() {
        return locks;
    }

    @Override
    public Optional<LockInspector> inspector() {
        return target.inspector();
    }

    @Override
    public Duration ping() {
        return target.ping();
    }

    @Override
    public void close() {
        target.close();
    }
}
