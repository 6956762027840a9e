package dev.holdfast.internal;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.OwnerId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The names in use in this client, and the count of all its waiters. Thread-safe. */
final class Queues {

    private final Core core;
    private final ConcurrentHashMap<String, NameQueue> byName = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean closed;

    Queues(Core core) {
        this.core = core;
    }

    /** Joins the queue of a name; null when there are too many waiters. */
    @Nullable
    NameQueue join(String name, Waiter waiter) {
        while (true) {
            NameQueue queue = of(name);
            switch (queue.join(waiter)) {
                case YES -> {
                    return queue;
                }
                case FULL -> {
                    return null;
                }
                case RETIRED -> byName.remove(name, queue);
            }
        }
    }

    /** Starts an attempt without waiting. */
    Attempt visit(String name) {
        while (true) {
            NameQueue queue = of(name);
            Attempt attempt = queue.visit();
            if (attempt != null) {
                return attempt;
            }
            byName.remove(name, queue);
        }
    }

    private NameQueue of(String name) {
        NameQueue queue = byName.get(name);
        return queue != null ? queue : byName.computeIfAbsent(name, n -> new NameQueue(core, n));
    }

    void retire(NameQueue queue) {
        byName.remove(queue.name, queue);
    }

    /** Counts a waiter in, unless the client has too many. */
    boolean enter() {
        if (waiting.incrementAndGet() <= core.config.waitersPerClient()) {
            return true;
        }
        waiting.decrementAndGet();
        return false;
    }

    void exit() {
        waiting.decrementAndGet();
    }

    boolean closed() {
        return closed;
    }

    /** Refuses new work and fails all waiters. */
    void close() {
        closed = true;
        byName.values().forEach(NameQueue::failAll);
    }

    /** How many names are in use. */
    int size() {
        return byName.size();
    }

    /** The store says that a grant is gone; noted first, for a grant that is not handed out yet. */
    void lost(String name, OwnerId owner, LossCause cause, String detail) {
        core.owners.lost(owner, cause, detail);
        NameQueue queue = byName.get(name);
        if (queue != null) {
            queue.lostAtStore(owner, cause, detail);
        }
    }
}
