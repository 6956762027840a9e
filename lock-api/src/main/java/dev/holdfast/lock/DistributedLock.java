package dev.holdfast.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named lock between machines. Cheap to obtain, holds no resources, thread-safe.
 *
 * <p>Not re-entrant: the {@link Lease} is the owner, not the thread (but see {@link #asLock()}). Waiters of one client
 * queue first come, first served, and only the first of them talks to the store.
 *
 * <p><b>Errors</b> common to the acquire forms: {@link StoreUnavailableException} (not taken), {@link
 * IndeterminateException} (unknown; undone in the background), {@link ClientClosedException} (not taken), {@link
 * SelfDeadlockException} (not taken; inside a loan form of this lock on the same thread).
 *
 * <p><b>Cost</b>: one round trip where the name is free; none where another lease of this client hands over. Waiting
 * costs the store what one waiter costs, whatever their number.
 */
public interface DistributedLock {

    /** The name. */
    String name();

    /**
     * Waits until the lock is acquired; bounded only where the client or the options set a default wait.
     *
     * @throws InterruptedException when interrupted before or while waiting; nothing is held (L-7)
     * @throws LockRefusedException when a configured default wait ended first
     */
    Lease acquire() throws InterruptedException;

    /** Like {@link #acquire()}, but an interrupt is kept for later: the flag is set on return (L-7). */
    Lease acquireUninterruptibly();

    /**
     * One attempt, no waiting for other holders. Blocks for at most two command time-outs: a lost reply is asked for once
     * more.
     */
    Acquisition tryAcquire();

    /**
     * Waits at most so long. A call to the store that is under way when the wait ends is given 150 ms more for its reply, and a
     * lock that it brings is handed out.
     *
     * @param wait zero or more; zero means one attempt
     * @throws InterruptedException when interrupted before or while waiting; nothing is held (L-7)
     * @throws InvalidInputException when the wait is negative
     */
    Acquisition tryAcquire(Duration wait) throws InterruptedException;

    /**
     * Acquires without blocking a thread. Cancelling the future abandons the attempt and releases a late win (L-6). The
     * future completes on the callback executor, exceptionally with what {@link #acquire()} would throw.
     */
    CompletableFuture<Lease> acquireAsync();

    /** {@link #tryAcquire(Duration)} without blocking a thread. It completes when the wait ends; what is won later is given back. */
    CompletableFuture<Acquisition> tryAcquireAsync(Duration wait);

    /** {@link #acquire()}, the body, release; the body's checked exception passes through. */
    <X extends Exception> void run(LeaseAction<X> body) throws X, InterruptedException;

    /** {@link #acquire()}, the body, release; returns the body's result, and its checked exception passes through. */
    <T extends @Nullable Object, X extends Exception> T call(LeaseFunction<T, X> body) throws X, InterruptedException;

    /**
     * {@link #acquireAsync()}, the body, release when the body's stage completes. Completes with the stage's result.
     * Cancelling while waiting abandons the attempt; cancelling later does not stop the body, the lease is released when
     * the body's stage completes.
     */
    <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Function<? super Lease, ? extends CompletionStage<T>> body);

    /**
     * A {@link Lock} view, re-entrant per thread, counted locally and never at the store. A view has its own count: two
     * views of one name exclude each other. {@link Lock#newCondition()} is not supported. {@link Lock#unlock()} throws
     * {@link LeaseLostException} as {@link Lease#close()} does.
     */
    Lock asLock();
}
