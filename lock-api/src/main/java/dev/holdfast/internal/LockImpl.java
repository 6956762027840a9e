package dev.holdfast.internal;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseAction;
import dev.holdfast.lock.LeaseFunction;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One name with its options: the acquire forms and the loan forms. Immutable. */
final class LockImpl implements DistributedLock {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");

    private final Core core;
    private final String name;
    private final LeaseOptions options;

    LockImpl(Core core, String name, LeaseOptions options) {
        this.core = core;
        this.name = name;
        this.options = options;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Lease acquire() throws InterruptedException {
        return acquire(outsideLoan());
    }

    private Lease acquire(LeaseOptions terms) throws InterruptedException {
        Loans.refuseNested(core, name);
        throwIfInterrupted();
        SyncWaiter waiter = new SyncWaiter(core, terms, defaultWait());
        NameQueue queue = join(waiter);
        return mine(told(queue == null ? full() : waiter.await(queue), waiter.since))
                .orElseThrow();
    }

    @Override
    public Lease acquireUninterruptibly() {
        Loans.refuseNested(core, name);
        SyncWaiter waiter = new SyncWaiter(core, outsideLoan(), defaultWait());
        NameQueue queue = join(waiter);
        return told(queue == null ? full() : waiter.awaitUninterruptibly(queue), waiter.since)
                .orElseThrow();
    }

    @Override
    public Acquisition tryAcquire() {
        if (Loans.nested(core, name)) {
            return told(selfDeadlock(), core.now());
        }
        LeaseOptions terms = outsideLoan();
        long started = core.now();
        return mine(told(core.queues.visit(name).run(terms), started));
    }

    @Override
    public Acquisition tryAcquire(Duration wait) throws InterruptedException {
        checkWait(wait);
        throwIfInterrupted();
        if (wait.isZero()) {
            return tryAcquire();
        }
        if (Loans.nested(core, name)) {
            return told(selfDeadlock(), core.now());
        }
        SyncWaiter waiter = new SyncWaiter(core, outsideLoan(), Ticker.nanosOf(wait));
        NameQueue queue = join(waiter);
        return mine(told(queue == null ? full() : waiter.await(queue), waiter.since));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        return async(defaultWait(), Acquisition::orElseThrow);
    }

    @Override
    public CompletableFuture<Acquisition> tryAcquireAsync(Duration wait) {
        checkWait(wait);
        return async(Ticker.nanosOf(wait), acquisition -> acquisition);
    }

    private <T> CompletableFuture<T> async(long wait, Function<Acquisition, T> result) {
        long started = core.now();
        AsyncWaiter<T> waiter =
                new AsyncWaiter<>(core, outsideLoan(), wait, outcome -> result.apply(told(outcome, started)));
        try {
            NameQueue queue = core.queues.join(name, waiter);
            return queue == null
                    ? CompletableFuture.completedFuture(result.apply(told(full(), started)))
                    : waiter.start(queue);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    @Override
    public <X extends Exception> void run(LeaseAction<X> body) throws X, InterruptedException {
        this.<Boolean, X>call(lease -> {
            body.run(lease);
            return true;
        });
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(LeaseFunction<T, X> body)
            throws X, InterruptedException {
        try (Lease lease = acquire(options)) {
            return Loans.lend(core, (LeaseImpl) lease, options.lossPolicy(), body);
        }
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Function<? super Lease, ? extends CompletionStage<T>> body) {
        return new AsyncLoan<T>(core, acquireAsync()).lend(body);
    }

    @Override
    public Lock asLock() {
        return new ReentrantView(this);
    }

    private @Nullable NameQueue join(SyncWaiter waiter) {
        NameQueue queue = core.queues.join(name, waiter);
        if (queue != null
                && !waiter.bounded()
                && queue.heldByAcquirer(Thread.currentThread().getId())) {
            LOG.warn("possible self-deadlock: this thread waits for a lock whose lease it acquired: name=\"{}\"", name);
        }
        return queue;
    }

    /** Tells listeners how an acquire ended. */
    private Acquisition told(Acquisition outcome, long started) {
        Duration waited = Duration.ofNanos(Math.max(0, core.now() - started));
        if (outcome instanceof LeaseImpl lease) {
            boolean handedOver = (lease.fencingToken().value() & (Tokens.LEASES_PER_GRANT - 1)) != 0;
            core.event(() -> new HoldfastEvent.Acquired(name, lease.fencingToken(), waited, handedOver));
        } else if (outcome instanceof Refused refused) {
            core.event(() -> new HoldfastEvent.NotAcquired(name, refused.reason(), waited));
        }
        return outcome;
    }

    /** Notes the acquiring thread, for the self-deadlock hint. */
    private static Acquisition mine(Acquisition outcome) {
        if (outcome instanceof LeaseImpl lease) {
            lease.acquirer = Thread.currentThread().getId();
        }
        return outcome;
    }

    private Refused full() {
        return new Refused(name, RefusalReason.QUEUE_FULL, null, Duration.ZERO);
    }

    private Refused selfDeadlock() {
        return new Refused(name, RefusalReason.SELF_DEADLOCK, null, Duration.ZERO);
    }

    private LeaseOptions outsideLoan() {
        if (options.lossPolicy() == LossPolicy.INTERRUPT) {
            throw new InvalidInputException(
                    "loss policy needs a body to interrupt", "lossPolicy", "INTERRUPT", "use run(..) or call(..)");
        }
        return options;
    }

    private long defaultWait() {
        return options.defaultWait().map(Ticker::nanosOf).orElse(Long.MAX_VALUE);
    }

    private static void checkWait(Duration wait) {
        if (wait.isNegative()) {
            throw new InvalidInputException(
                    "wait must not be negative", "wait", wait.toString(), "use zero for one attempt");
        }
    }

    private void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before acquiring lock \"" + name + "\"");
        }
    }

    @Override
    public String toString() {
        return "DistributedLock[" + name + "]";
    }
}
