package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Tokens;
import dev.holdfast.testkit.CountingLockStore;
import dev.holdfast.testkit.Faults;
import dev.holdfast.testkit.FaultyLockStore;
import dev.holdfast.testkit.ForwardingBackend;
import dev.holdfast.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * One memory store and its clients in one virtual time. At the end everything is released, and nothing may be left: no timer,
 * no lock, no queue entry, no thread.
 */
final class Sim implements AutoCloseable {

    final VirtualTime time = new VirtualTime(7);
    final MemoryStore store = MemoryStore.create(time);
    final CountingLockStore.Counts counts = new CountingLockStore.Counts();
    final Faults faults = new Faults();

    private final List<Holdfast> clients = new ArrayList<>();

    /** A client behind the counts and the faults. */
    Holdfast client(UnaryOperator<HoldfastConfig> config) {
        return client(config, target -> new CountingLockStore(new FaultyLockStore(target, faults), counts));
    }

    /** A client with a line of its own. */
    Holdfast other() {
        return client(config -> config, target -> target);
    }

    Holdfast client(UnaryOperator<HoldfastConfig> config, UnaryOperator<LockStore> wrap) {
        Holdfast client = Holdfast.over(
                context -> new ForwardingBackend(store.connect(context), wrap),
                defaults -> config.apply(defaults.ticker(time)
                        .scheduler(time)
                        .callbackExecutor(time::execute)
                        .closeGrace(Duration.ZERO)
                        .seed(11)));
        clients.add(client);
        return client;
    }

    /** Acquires; the lock must be free. */
    Lease held(DistributedLock lock) {
        return done(lock.acquireAsync());
    }

    Lease done(CompletableFuture<Lease> future) {
        time.runDue();
        assertThat(future).as("acquired at once").isDone();
        return future.join();
    }

    /** Which lease of its grant it is. */
    static long n(Lease lease) {
        return lease.fencingToken().value() & (Tokens.LEASES_PER_GRANT - 1);
    }

    static long base(Lease lease) {
        return lease.fencingToken().value() >> Tokens.LEASE_BITS;
    }

    @Override
    public void close() {
        faults.all(Faults.Fault.NONE);
        time.advance(Duration.ofMinutes(5));
        clients.forEach(Holdfast::close);
        time.advance(Duration.ofMinutes(5));
        assertThat(time.pending()).as("timers left").isZero();
        assertThat(store.residue()).as("residue in the store").isZero();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(t -> t.getName().startsWith("holdfast-"));
    }
}
