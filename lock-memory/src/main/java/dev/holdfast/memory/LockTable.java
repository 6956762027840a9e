package dev.holdfast.memory;

import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Ticker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/**
 * All names of one store. One lock guards everything that is mutable here, in {@link NameRecord}, {@link Grant}, {@link
 * Contender}, {@link Ledger} and {@link Connection}; foreign code (wakes, events, schedulers) runs after it was given
 * back, as {@link Effects}.
 *
 * <p>Nothing grows (L-12): a name that is neither held nor queued for is dropped as soon as wall time has passed its last
 * base. Its fence is not lost with it: {@code droppedBase} is at or above the last base of every dropped name, and a
 * name that comes back starts from there, so tokens rise even if the wall clock is set back (F-1).
 */
final class LockTable {

    private static final int SWEPT_PER_CALL = 2;

    final Ledger ledger = new Ledger();
    final Sweep<String, NameRecord> records = new Sweep<>(new ConcurrentHashMap<>());

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private long droppedBase;

    LockTable(Ticker ticker, long droppedBase) {
        this.ticker = ticker;
        this.droppedBase = droppedBase;
    }

    /** One critical section, then its effects. */
    <T> T locked(BiFunction<Now, Effects, T> section) {
        Effects effects = new Effects();
        T result;
        lock.lock();
        try {
            Now now = Now.of(ticker);
            result = section.apply(now, effects);
            sweep(now, effects, SWEPT_PER_CALL);
        } finally {
            lock.unlock();
        }
        effects.run();
        return result;
    }

    /** The record, settled; a new one where there is none. */
    NameRecord record(String name, Now now, Effects effects) {
        NameRecord record = records.get(name);
        if (record == null) {
            record = new NameRecord(name, this, droppedBase);
            records.put(name, record);
        } else {
            record.settle(now, effects);
        }
        return record;
    }

    void dropIfUnused(NameRecord record, Now now) {
        if (isDroppable(record, now)) {
            records.remove(record.name);
        }
    }

    private boolean isDroppable(NameRecord record, Now now) {
        boolean droppable =
                record.isUnused() && record.lastBase() <= now.unixMicros() - dev.holdfast.spi.Tokens.EPOCH_MICROS;
        if (droppable) {
            droppedBase = Math.max(droppedBase, record.lastBase());
        }
        return droppable;
    }

    /** A contender's timer: the grant before it may be over. */
    void lapse(NameRecord record, Contender contender) {
        locked((now, effects) -> {
            contender.timer = null;
            record.settle(now, effects);
            return true;
        });
    }

    /** Takes a live owner out, whether it holds or queues; false when it does neither. */
    boolean takeOut(String name, OwnerId owner, Now now, Effects effects) {
        NameRecord record = records.get(name);
        if (record == null) {
            return false;
        }
        record.settle(now, effects);
        Grant held = record.grant;
        boolean found;
        if (held != null && held.owner.equals(owner)) {
            record.grant = null;
            ledger.released(owner, held.lease, now);
            record.settle(now, effects);
            found = true;
        } else {
            found = record.leave(owner, now, effects);
            if (found) {
                ledger.released(owner, Ledger.RETENTION, now);
            }
        }
        dropIfUnused(record, now);
        return found;
    }

    /** Takes out every owner of the client up to the sequence that is not live. */
    int takeOutAll(String client, long upTo, Set<OwnerId> live, Now now, Effects effects) {
        int[] dropped = {0};
        ledger.liveOf(client).forEach((owner, name) -> {
            if (owner.sequence() <= upTo && !live.contains(owner) && takeOut(name, owner, now, effects)) {
                dropped[0]++;
            }
        });
        ledger.over(client, upTo, live);
        return dropped[0];
    }

    /** What the store remembers: names, queue entries, owners. Zero when idle and retention has passed. */
    int residue() {
        return locked((now, effects) -> {
            sweep(now, effects, Integer.MAX_VALUE);
            int queued = 0;
            for (NameRecord record : records.values()) {
                queued += record.queue.size();
            }
            return records.size() + queued + ledger.size();
        });
    }

    long droppedBase() {
        return locked((now, effects) -> droppedBase);
    }

    private void sweep(Now now, Effects effects, int atMost) {
        records.sweep(atMost, record -> {
            record.settle(now, effects);
            return isDroppable(record, now);
        });
        ledger.sweep(now, atMost);
    }
}
