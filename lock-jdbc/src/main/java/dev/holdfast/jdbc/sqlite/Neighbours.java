package dev.holdfast.jdbc.sqlite;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The clients of this process by file, so that one's release wakes the other without a look at the file. Thread-safe. */
final class Neighbours {

    private static final Map<Path, Set<Poller>> BY_FILE = new ConcurrentHashMap<>();

    private Neighbours() {}

    static void add(Path file, Poller poller) {
        BY_FILE.compute(file, (f, all) -> {
            Set<Poller> pollers = all == null ? ConcurrentHashMap.newKeySet() : all;
            pollers.add(poller);
            return pollers;
        });
    }

    static void remove(Path file, Poller poller) {
        BY_FILE.computeIfPresent(file, (f, pollers) -> {
            pollers.remove(poller);
            return pollers.isEmpty() ? null : pollers;
        });
    }

    /** The name may have become free, or its queue shorter. Returns at once. */
    static void changed(Path file, String name) {
        Set<Poller> pollers = BY_FILE.get(file);
        if (pollers != null) {
            pollers.forEach(p -> p.changed(name));
        }
    }
}
