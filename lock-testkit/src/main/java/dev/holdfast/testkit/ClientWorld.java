package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.Lease;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.TestReporter;

/** One store in real time and the library's clients on it, for one test. */
final class ClientWorld implements AutoCloseable {

    private static final int SHORT_SHARE = 20;
    private static final int LEAST_ROUNDS = 50;

    final StoreFixture fixture;
    final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tck-caller");
        thread.setDaemon(true);
        return thread;
    });

    private final BiFunction<Function<BackendContext, Backend>, UnaryOperator<HoldfastConfig>, Holdfast> maker;
    private final boolean allRounds;
    private final List<Holdfast> clients = new ArrayList<>();

    /**
     * Empty.
     *
     * @param maker of the clients under test
     * @param allRounds of random tests, rather than some
     */
    ClientWorld(
            StoreFixture fixture,
            BiFunction<Function<BackendContext, Backend>, UnaryOperator<HoldfastConfig>, Holdfast> maker,
            boolean allRounds) {
        this.fixture = fixture;
        this.maker = maker;
        this.allRounds = allRounds;
    }

    /** A client that is not under test: it only looks from outside. */
    Holdfast probe() {
        return made(Holdfast::over, config -> config, store -> store);
    }

    Holdfast client() {
        return client(config -> config);
    }

    Holdfast client(UnaryOperator<HoldfastConfig> config) {
        return client(config, store -> store);
    }

    Holdfast client(UnaryOperator<HoldfastConfig> config, UnaryOperator<LockStore> wrap) {
        return made(maker, config, wrap);
    }

    private Holdfast made(
            BiFunction<Function<BackendContext, Backend>, UnaryOperator<HoldfastConfig>, Holdfast> how,
            UnaryOperator<HoldfastConfig> config,
            UnaryOperator<LockStore> wrap) {
        Holdfast client = how.apply(
                context -> new ForwardingBackend(fixture.connect(context), wrap),
                defaults -> config.apply(defaults.closeGrace(Duration.ofMillis(200))));
        clients.add(client);
        return client;
    }

    /** All of them with {@code -Dholdfast.long}, else a twentieth, at least 50. */
    int rounds(int all) {
        return allRounds ? all : Math.max(LEAST_ROUNDS, all / SHORT_SHARE);
    }

    /** A seed, printed; {@code -Dholdfast.seed} repeats one. */
    static long seed(TestReporter reporter) {
        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        reporter.publishEntry("holdfast.seed", Long.toString(seed));
        return seed;
    }

    /** A probe gets the lock within the time, and gives it back. */
    void awaitFree(String name, Duration within) {
        Holdfast probe = probe();
        Stalls.await("\"" + name + "\" is free", within, () -> isFree(probe, name));
        probe.close();
    }

    /** Waits until a client has sent a first acquire: a waiter has joined its queue. */
    static void awaitSent(CountingLockStore.Counts counts) {
        Stalls.await("an acquire is sent", Duration.ofSeconds(10), () -> counts.acquires() > 0);
    }

    static boolean isFree(Holdfast probe, String name) {
        Acquisition got = probe.lock(name).tryAcquire();
        if (got instanceof Lease lease) {
            lease.close();
            return true;
        }
        return false;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        clients.forEach(Holdfast::close);
        fixture.close();
    }
}
