package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.OwnerId;

/**
 * One entry of a name's queue. Immutable.
 *
 * @param arrival its place, rising in order of arrival
 * @param owner who waits
 * @param lease the lease it asks for, in nanoseconds
 * @param seen when it was last confirmed, on the monotonic clock of {@code boot}
 * @param boot whose clock
 */
record Contender(long arrival, OwnerId owner, long lease, long seen, long boot) {

    /** Entries unseen for longer than this, or than their lease, hold nobody up. In nanoseconds. */
    static final long PATIENCE = 10_000_000_000L;

    boolean isFresh(StoreClock clock) {
        return boot == clock.boot() && clock.nanos() - seen <= Math.max(lease, PATIENCE);
    }

    /** Whether confirming it is worth a write. */
    boolean wantsRefresh(StoreClock clock) {
        return clock.nanos() - seen > Math.max(lease, PATIENCE) / 4;
    }
}
