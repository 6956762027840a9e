package dev.holdfast.internal;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.Inspector;
import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.Names;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The client behind {@link Holdfast}. Thread-safe. */
final class Client implements Holdfast {

    private final Core core;
    private final LazyBackend backend;
    private final @Nullable Threads threads;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param threads our own, to be stopped at close; null where the application brought a scheduler */
    Client(Core core, LazyBackend backend, @Nullable Threads threads) {
        this.core = core;
        this.backend = backend;
        this.threads = threads;
    }

    @Override
    public DistributedLock lock(String name) {
        return lock(name, options -> options);
    }

    @Override
    public DistributedLock lock(String name, UnaryOperator<LeaseOptions> options) {
        LeaseOptions terms = Objects.requireNonNull(options.apply(core.config.lease()), "options");
        backend.ifOpen().ifPresent(open -> requireLease(open, terms));
        return new LockImpl(core, Names.check(name), terms);
    }

    private static void requireLease(Backend store, LeaseOptions terms) {
        Duration least = store.locks().capabilities().minLease();
        if (terms.lease().compareTo(least) < 0) {
            throw new InvalidInputException(
                    "lease is shorter than the store keeps",
                    "lease",
                    terms.lease().toString(),
                    "least=" + least + ", store=" + store.description());
        }
    }

    @Override
    public Capabilities capabilities() {
        return open().locks().capabilities();
    }

    @Override
    public Inspector inspector() {
        Backend opened = open();
        return opened.inspector()
                .<Inspector>map(InspectorImpl::new)
                .orElseThrow(() -> new UnsupportedByStoreException(
                        "store cannot be inspected: store=" + opened.description(),
                        Set.of(Capability.INSPECTION.name())));
    }

    @Override
    public Duration ping() {
        return open().ping();
    }

    private Backend open() {
        if (closing.get()) {
            throw new ClientClosedException(core.clientId);
        }
        return backend.get();
    }

    @Override
    public String clientId() {
        return core.clientId;
    }

    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            awaitClosed();
        } else if (Callbacks.inside()) {
            Thread closer = new Thread(this::closeNow, "holdfast-" + core.clientId + "-close");
            closer.setDaemon(true);
            closer.start(); // a listener cannot wait for the listeners
        } else {
            closeNow();
        }
    }

    private void closeNow() {
        try {
            new Closing(core, backend, threads).close();
        } finally {
            closed.countDown();
        }
    }

    /** Somebody else is closing it: returns when that is done, except in a listener, which would be waited for. */
    private void awaitClosed() {
        boolean interrupted = false;
        while (!Callbacks.inside() && closed.getCount() > 0) {
            try {
                closed.await();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        HoldfastConfig config = core.config;
        String application = config.application().isEmpty() ? "" : ", application=" + config.application();
        return "Holdfast[client=" + core.clientId + application + ", store=" + backend.description() + "]";
    }
}
