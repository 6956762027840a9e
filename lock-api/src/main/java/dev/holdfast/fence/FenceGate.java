package dev.holdfast.fence;

import dev.holdfast.lock.FencingToken;

/**
 * The guard contract: a mark per resource, the highest token seen. Thread-safe.
 *
 * <pre>{@code
 * gate.enter("stock/42", lease.fencingToken());           // before the first read
 * int left = readStock();
 * gate.write("stock/42", lease.fencingToken(), () -> writeStock(left - 1));
 * }</pre>
 */
public interface FenceGate {

    /**
     * Raises the mark to the token. Idempotent: after a lost reply it is safe to call again.
     *
     * @throws dev.holdfast.lock.FenceRejectedException when a higher token has entered; nothing changed
     */
    void enter(String resource, FencingToken token);

    /**
     * Runs the write, atomically with the check, if the token is not below the mark; raises the mark.
     *
     * @throws dev.holdfast.lock.FenceRejectedException when a higher token has entered; the write did not run
     * @throws X what the write throws
     */
    <X extends Exception> void write(String resource, FencingToken token, GuardedWrite<X> write) throws X;

    /** A write that a guard lets through. */
    @FunctionalInterface
    interface GuardedWrite<X extends Exception> {
        /** Writes. */
        void run() throws X;
    }

    /** A gate in this process's memory, for resources that live here; keeps one mark per resource until it is dropped. */
    static FenceGate inMemory() {
        return new MemoryFenceGate();
    }
}
