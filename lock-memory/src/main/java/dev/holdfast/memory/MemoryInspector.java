package dev.holdfast.memory;

import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The operator side. An offer that nobody has taken up yet is not shown as held. Thread-safe. */
final class MemoryInspector implements LockInspector {

    private final LockTable table;

    MemoryInspector(LockTable table) {
        this.table = table;
    }

    @Override
    public List<HeldLock> list(String prefix, int limit) {
        List<HeldLock> all = table.locked((now, effects) -> {
            List<HeldLock> held = new ArrayList<>();
            for (NameRecord record : table.records.values()) {
                if (record.name.startsWith(prefix)) {
                    record.settle(now, effects);
                    shown(record, now).ifPresent(held::add);
                }
            }
            return held;
        });
        return all.stream()
                .sorted(Comparator.comparing(HeldLock::name))
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<HeldLock> find(String name) {
        return table.locked((now, effects) -> settled(name, now, effects));
    }

    @Override
    public Optional<HeldLock> forceRelease(String name, String reason) {
        return table.locked((now, effects) -> {
            Optional<HeldLock> held = settled(name, now, effects);
            NameRecord record = table.records.get(name);
            if (held.isPresent() && record != null && record.grant != null) {
                Grant taken = record.grant;
                record.grant = null;
                table.ledger.lost(taken.owner, taken.lease, now.nanos(), LossCause.FORCED, reason);
                table.ledger
                        .eventsOf(taken.owner)
                        .forEach(e -> effects.add(() -> e.lost(name, taken.owner, LossCause.FORCED, reason)));
                record.settle(now, effects);
                table.dropIfUnused(record, now);
            }
            return held;
        });
    }

    private Optional<HeldLock> settled(String name, Now now, Effects effects) {
        NameRecord record = table.records.get(name);
        if (record == null) {
            return Optional.empty();
        }
        record.settle(now, effects);
        return shown(record, now);
    }

    private static Optional<HeldLock> shown(NameRecord record, Now now) {
        Grant grant = record.grant;
        if (grant == null || grant.offered) {
            return Optional.empty();
        }
        return Optional.of(new HeldLock(
                record.name,
                grant.owner.toString(),
                new FencingToken(Tokens.token(grant.base, 0)),
                grant.holder(now),
                record.queue.size()));
    }
}
