package dev.holdfast.memory;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Ticker;

/**
 * An in-process store that several clients share. Thread-safe.
 *
 * <pre>{@code
 * MemoryStore store = MemoryStore.create();
 * Holdfast one = Holdfast.over(store::connect, config -> config);
 * Holdfast two = Holdfast.over(store::connect, config -> config);
 * }</pre>
 *
 * <p>Leases end by the store's own ticker. It starts no thread: lapses are noticed by the next call, or by a timer on the
 * scheduler of a client that waits. Every call costs one short critical section and never blocks for anything else.
 */
public final class MemoryStore {

    private final LockTable table;

    MemoryStore(Ticker ticker, long droppedBase) {
        this.table = new LockTable(ticker, droppedBase);
    }

    /** A new, empty store on the system's clocks. */
    public static MemoryStore create() {
        return create(Ticker.system());
    }

    /**
     * A new, empty store.
     *
     * @param ticker its monotonic time ends leases, its wall time seeds tokens; may be virtual
     */
    public static MemoryStore create(Ticker ticker) {
        return new MemoryStore(ticker, 0);
    }

    /** A client's connection; closing it drops that client's place in queues and leaves its grants to lapse. */
    public Backend connect(BackendContext context) {
        return connect(context, "memory:", () -> {});
    }

    Backend connect(BackendContext context, String description, Runnable onClose) {
        return new MemoryBackend(table, new Connection(context), description, onClose);
    }

    /**
     * How much the store remembers: names, queue entries and owner ids, after dropping what is due. Zero once nothing is
     * held or waited for and retention has passed: 60 s, or one lease where that is longer, for owners whose right
     * ended otherwise than by release, and until wall time has passed the last token of a name (L-12).
     */
    public int residue() {
        return table.residue();
    }

    long droppedBase() {
        return table.droppedBase();
    }
}
