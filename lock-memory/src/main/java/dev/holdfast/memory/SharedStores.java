package dev.holdfast.memory;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The named stores of this class loader. One is dropped when its last client has closed and it remembers nothing any
 * more; until then (a lease that was left to lapse) it is looked at again at every open and close. {@code droppedBase}
 * outlives them, so that tokens of a name rise also when its store was dropped and comes back. Thread-safe.
 */
final class SharedStores {

    /** Guards every field. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<String, Shared> stores = new HashMap<>();
    private long droppedBase;

    private static final class Shared {
        final MemoryStore store;
        int clients;

        Shared(MemoryStore store) {
            this.store = store;
        }
    }

    Backend connect(String name, String description, BackendContext context) {
        Shared shared;
        lock.lock();
        try {
            dropUnused();
            shared = stores.computeIfAbsent(name, n -> new Shared(new MemoryStore(context.ticker(), droppedBase)));
            shared.clients++;
        } finally {
            lock.unlock();
        }
        return shared.store.connect(context, description, () -> leave(shared));
    }

    int size() {
        lock.lock();
        try {
            return stores.size();
        } finally {
            lock.unlock();
        }
    }

    private void leave(Shared shared) {
        lock.lock();
        try {
            shared.clients--;
            dropUnused();
        } finally {
            lock.unlock();
        }
    }

    private void dropUnused() {
        stores.values().removeIf(shared -> {
            boolean unused = shared.clients == 0 && shared.store.residue() == 0;
            if (unused) {
                droppedBase = Math.max(droppedBase, shared.store.droppedBase());
            }
            return unused;
        });
    }
}
