package dev.holdfast.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The waiters of one name in order of arrival, counted in the client's total. Guarded by the queue's lock. */
final class WaiterList {

    private final Core core;
    private @Nullable Set<Waiter> waiters;

    WaiterList(Core core) {
        this.core = core;
    }

    /** Adds at the end; false when the name or the client has too many. */
    boolean add(Waiter waiter) {
        Set<Waiter> all = waiters;
        if (all == null) {
            all = new LinkedHashSet<>(4);
            waiters = all;
        }
        return all.size() < core.config.waitersPerName() && core.queues.enter() && all.add(waiter);
    }

    @Nullable
    Waiter first() {
        Set<Waiter> all = waiters;
        return all == null || all.isEmpty() ? null : all.iterator().next();
    }

    void leave(Waiter waiter) {
        Set<Waiter> all = waiters;
        if (all != null && all.remove(waiter)) {
            core.queues.exit();
        }
    }

    List<Waiter> copy() {
        Set<Waiter> all = waiters;
        return all == null ? List.of() : List.copyOf(all);
    }
}
