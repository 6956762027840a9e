package dev.holdfast.jdbc.sqlite;

import org.jspecify.annotations.Nullable;

/**
 * When an attempt may take a lock: the whole fairness rule.
 *
 * <p>Invariants: (1) nobody takes a held lock: the instant is never before the lock is free; (2) the first in the queue
 * may take it as soon as it is free; (3) each one before you costs you {@link #STEP}, so a dead or frozen head costs the
 * queue one step, once, because who passes it removes it; (4) nothing costs more than {@link #MOST}. An attempt that is
 * not queued stands behind all who are. No writes are needed while waiting.
 */
final class Turn {

    /** What one contender ahead costs at most, in nanoseconds. */
    static final long STEP = 100_000_000L;

    /** What all of them cost at most, in nanoseconds. */
    static final long MOST = 2_000_000_000L;

    private Turn() {}

    /**
     * How long until the attempt may take the lock, if nothing changes; zero or less for now.
     *
     * @param row the name's row, null for none
     * @param ahead how many live contenders are before it
     * @param foreignLeft for a row held under another clock: how much of its lease is still to be watched
     */
    static long nanosLeft(@Nullable LockRow row, int ahead, StoreClock clock, long foreignLeft) {
        long penalty = Math.min(MOST, STEP * ahead);
        if (row == null) {
            return 0;
        }
        if (row.boot() == clock.boot()) {
            return row.until() + penalty - clock.nanos();
        }
        return row.owner() == null ? 0 : foreignLeft + penalty;
    }
}
