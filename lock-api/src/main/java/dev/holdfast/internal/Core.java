package dev.holdfast.internal;

import dev.holdfast.HoldfastConfig;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What the parts of one client share. Thread-safe: everything in it is, or is set once before use. */
final class Core {

    final String clientId;
    final HoldfastConfig config;
    final Ticker ticker;
    final Scheduler scheduler;
    final Executor renewals;

    /** For what has to run even after close; in the calling thread if need be. */
    final Executor endings;

    final Callbacks callbacks;
    final OwnerIds owners;
    final Trust trust;
    final Lateness lateness = new Lateness();
    final Watchdog watchdog;
    final Sweeper sweeper;
    final Queues queues;

    /** Where work goes; renewals have a lane of their own, so that nothing else can hold them up (L-8). */
    record Lanes(Scheduler scheduler, Executor renewals, Executor endings) {

        Lanes(Scheduler scheduler, Executor renewals) {
            this(scheduler, renewals, scheduler::execute);
        }

        /** An application's scheduler serves for everything. Renewals that it rejects come again with the next tick. */
        static Lanes of(Scheduler application) {
            return new Lanes(new SteadyScheduler(application), application::execute, task -> {
                try {
                    application.execute(task);
                } catch (RuntimeException | Error rejected) {
                    task.run();
                }
            });
        }
    }

    private final Supplier<LockStore> store;
    private volatile Consumer<Duration> opening = within -> {};
    private final Host host = Host.LOCAL;
    private final Random random;
    private final boolean heard;

    Core(String clientId, HoldfastConfig config, Lanes lanes, Callbacks callbacks, Supplier<LockStore> store) {
        this.clientId = clientId;
        this.config = config;
        this.ticker = config.ticker();
        this.scheduler = lanes.scheduler();
        this.renewals = lanes.renewals();
        this.endings = lanes.endings();
        this.callbacks = callbacks;
        this.store = store;
        this.random = config.seed().map(Random::new).orElseGet(Random::new);
        this.heard = config.listener() != HoldfastConfig.DEFAULTS.listener();
        this.owners = new OwnerIds(clientId);
        this.trust = new Trust(ticker);
        this.watchdog = new Watchdog(this);
        this.sweeper = new Sweeper(this);
        this.queues = new Queues(this);
    }

    /** The store; opens it on the first call where that was put off. */
    LockStore store() {
        return store.get();
    }

    /** The store, for a caller that waits at most so long for it to be opened. */
    LockStore store(Duration within) {
        opening.accept(within);
        return store.get();
    }

    /** Where opening was put off: opens within a bound. Set before use. */
    void openBy(Consumer<Duration> opener) {
        opening = opener;
    }

    long now() {
        return ticker.nanos();
    }

    /** The delay less up to a tenth, so that clients do not act in step. */
    long jittered(long nanos) {
        return nanos - (long) (nanos * 0.1 * random.nextDouble());
    }

    /** The bound on one command for a lease length. */
    Duration commandTimeout(Duration lease) {
        return config.commandTimeout().orElseGet(() -> least(Duration.ofSeconds(2), lease.dividedBy(6)));
    }

    HolderDetails details(String note) {
        return new HolderDetails(host.name(), host.pid(), config.application(), note);
    }

    /** Tells the client's listener, where there is one. */
    void event(Supplier<? extends HoldfastEvent> event) {
        if (heard) {
            HoldfastListener listener = config.listener();
            HoldfastEvent happened = event.get();
            callbacks.run(() -> listener.onEvent(happened));
        }
    }

    static Duration least(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
