package dev.holdfast.redis;

import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** What the store on one node can do. */
final class RedisCapabilities {

    static final int RENEW_BATCH = 200;

    private static final Set<Capability> ALWAYS = Set.of(
            Capability.CROSS_PROCESS,
            Capability.CROSS_MACHINE,
            Capability.DURABLE_TOKENS,
            Capability.LEASE_PER_LOCK,
            Capability.FAIR_QUEUE,
            Capability.PUSH_WAKE_UP,
            Capability.FORCE_RELEASE,
            Capability.INSPECTION);

    static final Capabilities BEST = of(true);

    private RedisCapabilities() {}

    /** @param durable whether the node writes each grant to disk before it answers */
    static Capabilities of(boolean durable) {
        Set<Capability> all = EnumSet.copyOf(ALWAYS);
        if (durable) {
            all.add(Capability.DURABLE_GRANTS);
        }
        return new Capabilities(all, Duration.ofMillis(100), Duration.ZERO, RENEW_BATCH);
    }
}
