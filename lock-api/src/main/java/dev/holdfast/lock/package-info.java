/**
 * Locks: the right to a named resource for a limited time.
 *
 * <p>Conventions of this package, stated once:
 *
 * <ul>
 *   <li><b>Names</b> are 1..512 bytes of UTF-8, any character, no lone surrogate. Different names never collide, on any
 *       store (L-11).
 *   <li><b>Time</b>: the only bare {@link java.time.Duration} of a method is the <i>wait</i>. Lease lengths and the rest
 *       are options ({@link dev.holdfast.lock.LeaseOptions}). Deadlines are counted on a monotonic clock from before
 *       the confirmed request was sent, less a margin (L-4).
 *   <li><b>Interruption</b>: methods that declare {@link java.lang.InterruptedException} hold nothing when they throw it
 *       (L-7). While a request is at the store the thread is not interruptible; that lasts at most the command time-out.
 *   <li><b>Memory effects</b>: what a thread did before it released a lease happens-before what a thread of the same
 *       client does after its next acquire of that name. Between processes the store's own ordering applies.
 *   <li><b>Outcomes</b> a caller must branch on are sealed results; exceptions are for broken environments and misuse.
 *       Every exception of ours says whether the call may have taken effect
 *       ({@link dev.holdfast.lock.HoldfastException#effect()}).
 *   <li><b>Nulls</b> are refused with {@link java.lang.NullPointerException} and never returned.
 * </ul>
 *
 * Entry point: {@link dev.holdfast.Holdfast#open(String)}.
 */
@NullMarked
package dev.holdfast.lock;

import org.jspecify.annotations.NullMarked;
