package dev.holdfast.lock;

import java.util.function.Function;

/**
 * The outcome of a bounded acquire: a {@link Lease} or a {@link Refused}.
 *
 * <pre>{@code
 * if (lock.tryAcquire(ofSeconds(2)) instanceof Lease lease) try (lease) {
 *     build();
 * }
 * }</pre>
 */
public sealed interface Acquisition permits Lease, Refused {

    /** The name that was asked for. */
    String name();

    /**
     * The lease, or the refusal as an exception.
     *
     * @throws LockRefusedException when this is a refusal; nothing is held
     */
    Lease orElseThrow();

    /** Calls exactly one of the two functions and returns its result. A lease passed to the first is not closed here. */
    <T> T fold(Function<? super Lease, ? extends T> onLease, Function<? super Refused, ? extends T> onRefused);
}
