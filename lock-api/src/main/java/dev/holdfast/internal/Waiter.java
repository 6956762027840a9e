package dev.holdfast.internal;

import dev.holdfast.lock.LeaseOptions;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits for a lease of one name. Its outcome is set once, by one compare-and-set: a lease, a failure, or
 * withdrawal. Whoever loses that race acts accordingly: an offer that fails leaves the lease with the offerer, a withdrawal
 * that fails has won a lease (L-6, L-7). Thread-safe.
 */
abstract class Waiter {

    private static final Object WITHDRAWN = new Object();

    final LeaseOptions options;
    final long since;
    private final long wait;
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();

    /** @param wait in nanoseconds, {@code Long.MAX_VALUE} for no bound */
    Waiter(LeaseOptions options, long since, long wait) {
        this.options = options;
        this.since = since;
        this.wait = wait;
    }

    /** Something may have changed: look again. Returns at once. */
    abstract void signal();

    final boolean offer(LeaseImpl lease) {
        return outcome.compareAndSet(null, lease);
    }

    final boolean fail(RuntimeException failure) {
        return outcome.compareAndSet(null, failure);
    }

    final boolean withdraw() {
        return outcome.compareAndSet(null, WITHDRAWN);
    }

    final boolean decided() {
        return outcome.get() != null;
    }

    /** The lease won, if one was. */
    final @Nullable LeaseImpl lease() {
        return outcome.get() instanceof LeaseImpl won ? won : null;
    }

    /** The failure, if that is the outcome. */
    final @Nullable RuntimeException failure() {
        return outcome.get() instanceof RuntimeException failed ? failed : null;
    }

    final boolean bounded() {
        return wait != Long.MAX_VALUE;
    }

    /** Nanoseconds until the wait ends; {@code Long.MAX_VALUE} for no bound. */
    final long left(long now) {
        return bounded() ? wait - (now - since) : Long.MAX_VALUE;
    }

    final long waited(long now) {
        return now - since;
    }
}
