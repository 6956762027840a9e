package dev.holdfast.lock;

import org.jspecify.annotations.Nullable;

/** A body with a result that runs under a lease. */
@FunctionalInterface
public interface LeaseFunction<T extends @Nullable Object, X extends Exception> {

    /** Runs under the lease, which the caller closes afterwards. */
    T apply(Lease lease) throws X;
}
