package dev.holdfast.spi;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a store can do, and its figures. Immutable.
 *
 * @param all the capabilities
 * @param minLease the shortest lease it keeps exactly
 * @param slack how long after its end a lease may still block the next grant (L-9)
 * @param renewBatch the most grants in one renewal call, 1 or more
 */
public record Capabilities(Set<Capability> all, Duration minLease, Duration slack, int renewBatch) {

    /** Copies the set. */
    public Capabilities {
        all = Set.copyOf(all);
    }

    /** Whether the store has it. */
    public boolean has(Capability capability) {
        return all.contains(capability);
    }

    /** Those of the wanted ones that the store lacks, in the order of the enum. */
    public Set<Capability> missing(Set<Capability> wanted) {
        return wanted.stream()
                .filter(c -> !all.contains(c))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Capability.class)));
    }
}
