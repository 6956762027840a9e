package dev.holdfast.spi;

import java.util.List;

/**
 * Opens stores of some schemes; found by {@link java.util.ServiceLoader}. Its constructor touches no driver type, so that
 * a missing driver only matters to who asks for it.
 */
public interface BackendProvider {

    /** The URI schemes, for example {@code memory}; lower case. */
    List<String> schemes();

    /** What a store of the scheme can do at its best, for the text that refuses a weaker one. */
    Capabilities capabilities(String scheme);

    /**
     * Opens a store: connects where there is something to connect to.
     *
     * @throws dev.holdfast.lock.ConfigurationException for what the URI or the class path gets wrong
     * @throws dev.holdfast.lock.StoreUnavailableException when the store cannot be reached
     */
    Backend open(StoreUri uri, BackendContext context);
}
