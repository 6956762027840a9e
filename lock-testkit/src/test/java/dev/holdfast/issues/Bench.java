package dev.holdfast.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.StoreEvents;
import dev.holdfast.testkit.ForwardingBackend;
import dev.holdfast.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One memory store and its scripted clients, in virtual time or on the system's clocks. */
final class Bench implements AutoCloseable {

    final VirtualTime time = new VirtualTime(7);
    final MemoryStore store;

    private final boolean virtual;
    private final List<Holdfast> clients = new ArrayList<>();

    private Bench(boolean virtual) {
        this.virtual = virtual;
        this.store = virtual ? MemoryStore.create(time) : MemoryStore.create();
    }

    static Bench virtual() {
        return new Bench(true);
    }

    static Bench real() {
        return new Bench(false);
    }

    /** A client with the script of its store, and the store's way back to it. */
    record Client(Holdfast holdfast, Script script, StoreEvents events) {
        DistributedLock lock(String name) {
            return holdfast.lock(name);
        }

        DistributedLock lock(String name, Duration lease) {
            return holdfast.lock(name, o -> o.lease(lease));
        }

        boolean force(String name) {
            return holdfast.inspector().forceRelease(name, "operator").isPresent();
        }
    }

    Client client() {
        return client(config -> config);
    }

    Client client(UnaryOperator<HoldfastConfig> config) {
        AtomicReference<@Nullable BackendContext> seen = new AtomicReference<>();
        AtomicReference<@Nullable Script> script = new AtomicReference<>();
        Holdfast holdfast = Holdfast.over(
                context -> {
                    seen.set(context);
                    Backend target = store.connect(context);
                    return new ForwardingBackend(target, locks -> {
                        Script scripted = new Script(locks);
                        script.set(scripted);
                        return scripted;
                    });
                },
                defaults -> config.apply(virtual ? inVirtualTime(defaults) : defaults.closeGrace(Duration.ZERO)));
        clients.add(holdfast);
        return new Client(
                holdfast,
                Objects.requireNonNull(script.get()),
                Objects.requireNonNull(seen.get()).events());
    }

    private HoldfastConfig inVirtualTime(HoldfastConfig defaults) {
        return defaults.ticker(time).scheduler(time).closeGrace(Duration.ZERO).seed(11);
    }

    /** Acquires in virtual time; the lock must be free. */
    Lease held(DistributedLock lock) {
        return done(lock.acquireAsync());
    }

    Lease done(CompletableFuture<Lease> future) {
        time.runDue();
        assertThat(future).as("acquired at once").isDone();
        return future.join();
    }

    /** In virtual time nothing may be left: no timer, no lock, no queue entry. */
    @Override
    public void close() {
        if (!virtual) {
            clients.forEach(Holdfast::close);
            return;
        }
        time.advance(Duration.ofMinutes(5));
        clients.forEach(Holdfast::close);
        time.advance(Duration.ofMinutes(5));
        assertThat(time.pending()).as("timers left").isZero();
        assertThat(store.residue()).as("residue in the store").isZero();
    }
}
