package dev.holdfast.internal;

import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews grants and notices their deadlines. Grants are grouped by shard and by lease length within a factor of two; each
 * group has one chain of ticks, started by its first grant and ended by its last (P41), so that one shard's trouble costs
 * no other shard's leases (L-8). Thread-safe.
 */
final class Watchdog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");

    private final Core core;
    private final ConcurrentHashMap<Key, RenewalGroup> groups = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private volatile boolean stopped;

    /** @param lengthClass the position of the lease's highest bit in nanoseconds */
    private record Key(Object shard, int lengthClass) {}

    Watchdog(Core core) {
        this.core = core;
    }

    /** Takes a grant on; the caller does so before anybody else can end it. */
    void add(Grant grant) {
        if (grant.group.add(grant)) {
            size.incrementAndGet();
            grant.group.arm();
        }
    }

    void remove(Grant grant) {
        if (grant.group.remove(grant)) {
            size.decrementAndGet();
        }
    }

    /** How many grants are held. */
    int size() {
        return size.get();
    }

    /** The session of a shard is suspended: its grants are uncertain until renewed. */
    void suspend(Object shard) {
        groups.forEach((key, group) -> {
            if (key.shard.equals(shard)) {
                group.suspend();
            }
        });
    }

    List<Grant> all() {
        List<Grant> all = new ArrayList<>();
        groups.values().forEach(group -> group.addTo(all));
        return all;
    }

    /** No renewal after this. */
    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    /** The group of a new grant; the grant keeps it, whatever the store says of the name later. */
    RenewalGroup groupOf(String name, Duration lease) {
        Key key = new Key(shardOf(name), 63 - Long.numberOfLeadingZeros(Ticker.nanosOf(lease)));
        RenewalGroup group = groups.get(key);
        return group != null
                ? group
                : groups.computeIfAbsent(key, k -> new RenewalGroup(core, this, 1L << k.lengthClass));
    }

    private Object shardOf(String name) {
        try {
            return Contender.required(core.store().shardOf(name));
        } catch (RuntimeException | Error broken) {
            LOG.debug("store could not name the shard, the common one is used: name=\"{}\"", name, broken);
            return "";
        }
    }
}
