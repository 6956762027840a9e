package dev.holdfast.jdbc.sqlite;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows held under another clock (another boot, another time namespace, a process without a shared clock), and since when
 * this client has seen them unchanged. Such a row may be taken once it stayed the same for its whole lease by our clock:
 * a holder that lives renews it well before. Bounded: the longest unasked is forgotten first, and watched anew.
 *
 * <p>Not thread-safe: used only inside the work of {@link SqliteSession}.
 */
final class Watches {

    private static final int MOST = 10_000;

    private final StoreClock clock;
    private final Map<String, Watch> watches = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Watch> eldest) {
            return size() > MOST;
        }
    };

    private record Watch(LockRow row, long since) {}

    Watches(StoreClock clock) {
        this.clock = clock;
    }

    /** Nanoseconds until the row may be taken, zero or less for now; zero for rows that need no watching. */
    long left(String name, @Nullable LockRow row) {
        if (row == null || row.owner() == null || row.boot() == clock.boot()) {
            return 0;
        }
        long now = clock.nanos();
        Watch watch = watches.get(name);
        if (watch == null || !watch.row.equals(row)) {
            watch = new Watch(row, now);
            watches.put(name, watch);
        }
        return watch.since + row.lease() - now;
    }
}
