package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The row of one name as read. Immutable.
 *
 * @param base the last base minted for the name
 * @param owner who has it or had it until it lapsed; null once it was released
 * @param lease the length of the lease in nanoseconds
 * @param until held: its end; free: since when, on the monotonic clock of {@code boot}
 * @param boot whose clock, see {@link Boot}
 * @param since wall microseconds of the grant
 * @param details what the holder said of itself
 */
record LockRow(
        long base, @Nullable OwnerId owner, long lease, long until, long boot, long since, HolderDetails details) {

    boolean ownedBy(OwnerId other) {
        return other.equals(owner);
    }

    /** Whether somebody holds it now, as far as this machine's clock can tell; another boot's holder is believed. */
    boolean isHeld(StoreClock clock) {
        return owner != null && (boot != clock.boot() || until > clock.nanos());
    }

    /** How long it would still be held; the whole lease where the clock is another's. */
    Duration remaining(StoreClock clock) {
        return boot == clock.boot() ? clock.until(until) : Duration.ofNanos(lease);
    }
}
