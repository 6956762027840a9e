package dev.holdfast.internal;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import java.util.function.Function;

/** Opens clients. */
@SuppressWarnings("DoNotCallSuggester")
public final class Opening {

    private Opening() {}

    public static Holdfast open(String uri, HoldfastConfig config) {
        throw new ConfigurationException("engine missing: uri=" + uri + config.application());
    }

    public static Holdfast over(Function<BackendContext, Backend> backend, HoldfastConfig config) {
        throw new ConfigurationException("engine missing" + backend.hashCode() + config.application());
    }
}
