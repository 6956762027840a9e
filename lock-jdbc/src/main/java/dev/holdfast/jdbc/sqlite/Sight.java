package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.OwnerId;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one owner sees of a name: its row, its queue, its own entry, and how long until its turn. Immutable.
 *
 * @param row null for none
 * @param queue everyone, in order
 * @param entry the owner's own, null when it is not queued
 * @param left nanoseconds until it may take the lock if nothing changes; zero or less for now
 */
record Sight(
        @Nullable LockRow row,
        List<Contender> queue,
        @Nullable Contender entry,
        long left) {

    /** Two reads; inside a transaction they are of one moment, outside they are a hint. */
    static Sight of(Statements s, Watches watches, String name, OwnerId owner) throws SQLException {
        LockRow row = s.row(name);
        List<Contender> queue = s.queue(name);
        Contender entry = null;
        int ahead = 0;
        for (Contender each : queue) {
            if (each.owner().equals(owner)) {
                entry = each;
                break;
            }
            if (each.isFresh(s.clock)) {
                ahead++;
            }
        }
        return new Sight(row, queue, entry, Turn.nanosLeft(row, ahead, s.clock, watches.left(name, row)));
    }
}
