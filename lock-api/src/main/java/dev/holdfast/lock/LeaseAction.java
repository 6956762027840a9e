package dev.holdfast.lock;

/** A body without result that runs under a lease. */
@FunctionalInterface
public interface LeaseAction<X extends Exception> {

    /** Runs under the lease, which the caller closes afterwards. */
    void run(Lease lease) throws X;
}
