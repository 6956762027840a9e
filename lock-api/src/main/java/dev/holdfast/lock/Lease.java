package dev.holdfast.lock;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The time-limited right to a lock. Closing it gives the lock up.
 *
 * <p>A lease belongs to no thread: it may be passed on and closed anywhere. The client's watchdog renews it until it is
 * released, lost or the client closes. Thread-safe.
 *
 * <p>{@link #isHeld()}, {@link #remaining()} and {@link #ensureHeld()} compute from the monotonic clock at every call,
 * without I/O, so that a process that slept past its deadline is told at its first call (L-4). They cannot stop a pause
 * right after the call: a resource that must never see a late write checks the {@link #fencingToken()} (F-3).
 */
public non-sealed interface Lease extends Acquisition, AutoCloseable {

    /** The token of this lease: positive, above every earlier one of this name, the same for the whole lease (F-1, F-2). */
    FencingToken fencingToken();

    /** The state now, computed from the clock. No I/O. */
    LeaseState state();

    /** True exactly when {@link #state()} is {@link LeaseState#HELD}. No I/O. */
    boolean isHeld();

    /** Time left until the local deadline, as last confirmed by the store; zero once released, lost or uncertain. */
    Duration remaining();

    /**
     * Throws unless the lease is held now. No I/O.
     *
     * @throws LeaseLostException when it is lost; this counts as having been told
     * @throws LeaseUncertainException when the machine seems to have slept and the store has not confirmed the lease since
     * @throws IllegalStateException when it was released by its holder
     */
    void ensureHeld();

    /**
     * Registers a listener that is called once if the lease is lost; at once when it is lost already. Runs on the
     * client's callback executor, never on a watchdog or driver thread, outside every lock of ours. What it throws is
     * logged and has no other effect.
     */
    void onLost(Consumer<? super LeaseLoss> listener);

    /**
     * Gives the lock up; only the first call does anything.
     *
     * <p><b>Blocking</b>: at most one command time-out, two where local waiters are left and the store releases and queues in
     * two calls; not interruptible, an interrupt stays set. <b>Cost</b>: one round trip, none when the lock is handed to the
     * next local waiter.
     *
     * @return {@link ReleaseResult#UNKNOWN} when the store did not answer: it is released in the background or lapses
     *     within one lease
     */
    ReleaseResult release();

    /**
     * {@link #release()} for try-with-resources. Idempotent.
     *
     * @throws LeaseLostException under {@link LossPolicy#THROW_IF_UNTOLD}, when the lease was lost and neither a
     *     listener nor {@link #ensureHeld()} had told anybody. In a try-with-resources whose body threw, it is added as
     *     suppressed and the body's exception stays primary
     */
    @Override
    void close();

    @Override
    default Lease orElseThrow() {
        return this;
    }

    @Override
    default <T> T fold(Function<? super Lease, ? extends T> onLease, Function<? super Refused, ? extends T> onRefused) {
        return onLease.apply(this);
    }
}
