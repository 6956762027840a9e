package dev.holdfast.internal;

import dev.holdfast.lock.LeaseFunction;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.SelfDeadlockException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs bodies under leases, and knows which locks the current thread runs inside of: waiting for one of those could never end.
 */
final class Loans {

    /** A lock that the thread runs inside of. */
    private record Loan(Core core, String name) {}

    private static final ThreadLocal<@Nullable List<Loan>> CURRENT = new ThreadLocal<>();

    private Loans() {}

    static boolean nested(Core core, String name) {
        List<Loan> loans = CURRENT.get();
        return loans != null && loans.contains(new Loan(core, name));
    }

    static void refuseNested(Core core, String name) {
        if (nested(core, name)) {
            throw new SelfDeadlockException(name);
        }
    }

    static <T extends @Nullable Object, X extends Exception> T lend(
            Core core, LeaseImpl lease, LossPolicy policy, LeaseFunction<T, X> body) throws X {
        List<Loan> loans = CURRENT.get();
        if (loans == null) {
            loans = new ArrayList<>(2);
            CURRENT.set(loans);
        }
        Loan loan = new Loan(core, lease.name());
        loans.add(loan);
        try {
            return policy == LossPolicy.INTERRUPT ? interruptible(lease, body) : body.apply(lease);
        } finally {
            loans.remove(loan);
            if (loans.isEmpty()) {
                CURRENT.remove();
            }
        }
    }

    private static <T extends @Nullable Object, X extends Exception> T interruptible(
            LeaseImpl lease, LeaseFunction<T, X> body) throws X {
        BodyInterrupt interrupt = new BodyInterrupt();
        lease.onLostInternally(loss -> interrupt.fire());
        try {
            return body.apply(lease);
        } finally {
            interrupt.bodyReturned();
        }
    }

    /** One compare-and-set decides between the loss and the body's return: no interrupt comes after the body (L-7). */
    static final class BodyInterrupt {
        private static final int RUNNING = 0;
        private static final int FIRING = 1;
        private static final int FIRED = 2;
        private static final int RETURNED = 3;

        private final Thread thread = Thread.currentThread();
        private final AtomicInteger state = new AtomicInteger(RUNNING);

        /** An interrupt of somebody else's was pending before ours; published by the state. */
        private boolean foreign;

        void fire() {
            if (state.compareAndSet(RUNNING, FIRING)) {
                foreign = thread.isInterrupted();
                thread.interrupt();
                state.set(FIRED);
            }
        }

        /** Called by the body's thread; clears an interrupt of ours that is still pending. */
        void bodyReturned() {
            if (!state.compareAndSet(RUNNING, RETURNED)) {
                while (state.get() != FIRED) {
                    Thread.onSpinWait();
                }
                if (!foreign && Thread.interrupted()) {
                    state.set(RETURNED);
                }
            }
        }
    }
}
