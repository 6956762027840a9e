package dev.holdfast.spi;

import java.util.List;

/**
 * Opens stores of some schemes; found by {@link java.util.ServiceLoader}. Its constructor touches no driver type, so that
 * a missing driver only matters to who asks for it.
 */
public interface BackendProvider {

    /** The URI schemes, for example {@code memory}; lower case. */
    List<String> schemes();

    /**
     * The stores behind the schemes, as one begins a URI with: the schemes themselves, or longer where stores of one scheme
     * differ, for example {@code jdbc:sqlite}. Each is an argument of {@link #capabilities}. No I/O.
     */
    default List<String> stores() {
        return schemes();
    }

    /**
     * What a store can do at its best, for the text that refuses a weaker one. No I/O.
     *
     * @param scheme one of {@link #schemes()}, for what its best store can do, or one of {@link #stores()}
     * @throws dev.holdfast.lock.ConfigurationException for another store of a scheme that distinguishes them
     */
    Capabilities capabilities(String scheme);

    /**
     * Opens a store: connects where there is something to connect to.
     *
     * @throws dev.holdfast.lock.ConfigurationException for what the URI or the class path gets wrong
     * @throws dev.holdfast.lock.StoreUnavailableException when the store cannot be reached
     */
    Backend open(StoreUri uri, BackendContext context);
}
