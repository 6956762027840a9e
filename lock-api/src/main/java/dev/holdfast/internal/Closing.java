package dev.holdfast.internal;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The close protocol (L-13), each step isolated from the failures of the others. */
final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final long LOOK = 2_000_000;
    private static final long SWEEP_BOUND = 1_000_000_000;
    private static final Duration THREADS_BOUND = Duration.ofSeconds(2);

    private final Core core;
    private final LazyBackend backend;
    private final @Nullable Threads threads;
    private boolean interrupted;

    Closing(Core core, LazyBackend backend, @Nullable Threads threads) {
        this.core = core;
        this.backend = backend;
        this.threads = threads;
    }

    void close() {
        isolated("waiters", core.queues::close);
        isolated("holders", this::tellHolders);
        await(Ticker.nanosOf(core.config.closeGrace()), () -> core.watchdog.size() == 0 && core.queues.size() == 0);
        core.watchdog.stop();
        core.sweeper.stopReconciling();
        isolated("leases", this::leaveTheRest);
        await(SWEEP_BOUND, () -> core.sweeper.pending() == 0);
        try {
            backend.close();
        } catch (RuntimeException failed) {
            LOG.warn("store did not close cleanly: store={}", backend.description(), failed);
        }
        if (threads != null) {
            threads.stop(THREADS_BOUND);
        }
        if (core.scheduler instanceof SteadyScheduler steady) {
            steady.stop();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void isolated(String what, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error failed) {
            LOG.warn("close could not tell all, it goes on: who={}", what, failed);
        }
    }

    private void tellHolders() {
        for (Grant grant : core.watchdog.all()) {
            LeaseImpl lease = grant.lease();
            if (lease != null) {
                lease.announceClosing(grant.loss(LossCause.CLOSED, "the client is closing"));
            }
        }
    }

    /** Their holders may still run, so nothing is released: they lapse at the store within one lease. */
    private void leaveTheRest() {
        List<Grant> left = core.watchdog.all();
        if (!left.isEmpty()) {
            List<String> names = left.stream().map(g -> g.queue.name).limit(10).toList();
            LOG.warn(
                    "client closed while leases were held, they are left to lapse: count={}, names={}",
                    left.size(),
                    names);
        }
        left.forEach(grant -> grant.lose(LossCause.CLOSED, "the client was closed before the lease was released"));
    }

    /** Waits on the injected clock, looking now and then. Bounded, so an interrupt is kept for later. */
    private void await(long bound, BooleanSupplier done) {
        long started = core.now();
        while (!done.getAsBoolean() && core.now() - started < bound) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(this, LOOK);
        }
    }
}
