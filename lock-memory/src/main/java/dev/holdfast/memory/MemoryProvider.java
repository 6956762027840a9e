package dev.holdfast.memory;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.StoreUri;
import java.util.List;

/**
 * Opens {@code memory:} (private to the client) and {@code memory:NAME} (shared by name within this class loader; its time
 * is that of the client that made it). Thread-safe.
 */
public final class MemoryProvider implements BackendProvider {

    static final String SCHEME = "memory";

    private static final SharedStores SHARED = new SharedStores();

    /** For {@link java.util.ServiceLoader}. */
    public MemoryProvider() {}

    @Override
    public List<String> schemes() {
        return List.of(SCHEME);
    }

    @Override
    public Capabilities capabilities(String scheme) {
        return MemoryLockStore.CAPABILITIES;
    }

    @Override
    public Backend open(StoreUri uri, BackendContext context) {
        uri.options().requireKnown(List.of());
        if (!uri.hosts().isEmpty() || uri.user().isPresent()) {
            throw new ConfigurationException("memory store has no host: uri=" + uri + "; write memory: or memory:NAME");
        }
        String name = uri.path();
        return name.isEmpty()
                ? MemoryStore.create(context.ticker()).connect(context, uri.toString(), () -> {})
                : SHARED.connect(name, uri.toString(), context);
    }
}
