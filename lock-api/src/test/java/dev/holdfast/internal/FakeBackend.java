package dev.holdfast.internal;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend that can be opened and closed, and nothing else. Thread-safe. */
final class FakeBackend implements Backend, LockStore {

    final AtomicInteger closed = new AtomicInteger();
    private final String description;
    private final Set<Capability> has;

    FakeBackend(String description, Capability... has) {
        this.description = description;
        this.has = Set.of(has);
    }

    static Capabilities capable(Set<Capability> has) {
        return new Capabilities(has, Duration.ofMillis(100), Duration.ZERO, 100);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public LockStore locks() {
        return this;
    }

    @Override
    public Duration ping() {
        return Duration.ofMillis(1);
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }

    @Override
    public Capabilities capabilities() {
        return capable(has);
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        throw new UnsupportedOperationException();
    }

    /** Serves some schemes with a backend of that name. */
    static BackendProvider provider(Set<Capability> has, String... schemes) {
        return new BackendProvider() {
            @Override
            public List<String> schemes() {
                return List.of(schemes);
            }

            @Override
            public Capabilities capabilities(String scheme) {
                return capable(has);
            }

            @Override
            public Backend open(StoreUri uri, BackendContext context) {
                return new FakeBackend(uri.toString(), has.toArray(new Capability[0]));
            }
        };
    }
}
