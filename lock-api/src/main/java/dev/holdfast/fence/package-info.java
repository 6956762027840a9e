/**
 * Guards: the resource-side check of fencing tokens (F-3).
 *
 * <p>A lease can end while its holder is paused. Only the resource can refuse the late write, and only if each new holder
 * <b>enters</b> the guard before its first read: {@link dev.holdfast.fence.FenceGate#enter}. A token on the write alone
 * does not protect a read-modify-write.
 */
@NullMarked
package dev.holdfast.fence;

import org.jspecify.annotations.NullMarked;
