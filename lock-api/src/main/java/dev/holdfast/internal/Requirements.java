package dev.holdfast.internal;

import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Refuses a store that lacks what was required, naming each missing capability and the schemes that have it. */
final class Requirements {

    private Requirements() {}

    static void check(Set<Capability> wanted, Capabilities has, String store, Map<String, BackendProvider> providers) {
        Set<Capability> missing = has.missing(wanted);
        if (missing.isEmpty()) {
            return;
        }
        String each = missing.stream()
                .map(capability -> capability + " (schemes that have it: " + schemes(capability, providers) + ")")
                .collect(Collectors.joining(", "));
        throw new UnsupportedByStoreException(
                "store lacks required capabilities: store=" + store + ", missing=[" + each + "]",
                missing.stream().map(Enum::name).collect(Collectors.toSet()));
    }

    /** A broken provider only drops out of the list. */
    private static Stream<String> stores(BackendProvider provider, String scheme, Capability capability) {
        try {
            return provider.stores().stream()
                    .filter(store -> store.equals(scheme) || store.startsWith(scheme + ":"))
                    .filter(store -> provider.capabilities(store).has(capability))
                    .toList()
                    .stream();
        } catch (RuntimeException | LinkageError broken) {
            return Stream.empty();
        }
    }

    private static List<String> schemes(Capability capability, Map<String, BackendProvider> providers) {
        return providers.entrySet().stream()
                .flatMap(e -> stores(e.getValue(), e.getKey(), capability))
                .sorted()
                .toList();
    }
}
