package dev.holdfast.memory;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One client's connection to a memory store. Thread-safe. */
final class MemoryBackend implements Backend {

    private final LockTable table;
    private final Connection connection;
    private final String description;
    private final Runnable onClose;
    private final LockStore locks;

    MemoryBackend(LockTable table, Connection connection, String description, Runnable onClose) {
        this.table = table;
        this.connection = connection;
        this.description = description;
        this.onClose = onClose;
        this.locks = new MemoryLockStore(table, connection);
        table.locked((now, effects) -> {
            table.ledger.connect(connection, now);
            return true;
        });
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public LockStore locks() {
        return locks;
    }

    @Override
    public Optional<LockInspector> inspector() {
        return Optional.of(new MemoryInspector(table));
    }

    @Override
    public Duration ping() {
        return table.locked((now, effects) -> {
            if (!connection.open) {
                throw new StoreUnavailableException("memory store is closed: store=" + description, null);
            }
            return Duration.ZERO;
        });
    }

    /** Queue entries and offers of a client that is gone help nobody; its grants are left to lapse. */
    @Override
    public void close() {
        boolean closed = table.locked((now, effects) -> {
            boolean first = connection.open;
            connection.open = false;
            Map<OwnerId, String> live = table.ledger.liveOf(connection.context.client());
            if (first && table.ledger.disconnect(connection)) {
                live.forEach((owner, name) -> {
                    NameRecord record = table.records.get(name);
                    if (record != null && !(record.isHeldBy(owner) && !isOffered(record))) {
                        table.takeOut(name, owner, now, effects);
                    }
                });
            }
            return first;
        });
        if (closed) {
            onClose.run();
        }
    }

    private static boolean isOffered(NameRecord record) {
        return record.grant != null && record.grant.offered;
    }
}
