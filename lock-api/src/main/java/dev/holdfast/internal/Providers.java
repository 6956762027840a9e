package dev.holdfast.internal;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Nearest;
import dev.holdfast.spi.StoreUri;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The look-up: an explicit provider, then the class loader of {@link BackendProvider}, then the context loader. Each provider
 * is loaded in its own try, so that a broken one only appears in the message.
 */
final class Providers {

    private final Map<String, BackendProvider> byScheme = new LinkedHashMap<>();
    private final List<String> broken = new ArrayList<>();

    private Providers() {}

    static Providers find(@Nullable BackendProvider explicit) {
        Providers found = new Providers();
        if (explicit != null) {
            found.add(explicit);
        }
        found.load(BackendProvider.class.getClassLoader());
        if (Thread.currentThread().getContextClassLoader() != BackendProvider.class.getClassLoader()) {
            found.load(Thread.currentThread().getContextClassLoader());
        }
        return found;
    }

    private void load(@Nullable ClassLoader loader) {
        Iterator<BackendProvider> each =
                ServiceLoader.load(BackendProvider.class, loader).iterator();
        while (hasNext(each)) {
            try {
                add(each.next());
            } catch (ServiceConfigurationError | LinkageError error) {
                broken.add(String.valueOf(error.getMessage()));
            }
        }
    }

    /** A broken services file throws here, after which the iterator goes on with the next line or ends. */
    private boolean hasNext(Iterator<BackendProvider> each) {
        for (int i = 0; i < 100; i++) {
            try {
                return each.hasNext();
            } catch (ServiceConfigurationError error) {
                broken.add(String.valueOf(error.getMessage()));
            }
        }
        return false;
    }

    private void add(BackendProvider provider) {
        try {
            provider.schemes().forEach(scheme -> byScheme.putIfAbsent(scheme, provider));
        } catch (RuntimeException | LinkageError error) {
            broken.add(provider.getClass().getName() + ": " + error);
        }
    }

    /** The provider of the URI's scheme. */
    BackendProvider of(StoreUri uri) {
        BackendProvider provider = byScheme.get(uri.scheme());
        if (provider != null) {
            return provider;
        }
        String meant = Nearest.of(uri.scheme(), byScheme.keySet())
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("; is the backend jar on the class path?");
        String failed = broken.isEmpty() ? "" : ", failed to load=" + broken;
        throw new ConfigurationException("no backend for scheme \"" + uri.scheme() + "\": available="
                + new TreeSet<>(byScheme.keySet()) + failed + meant);
    }

    /** The schemes and their providers. */
    Map<String, BackendProvider> all() {
        return byScheme;
    }
}
