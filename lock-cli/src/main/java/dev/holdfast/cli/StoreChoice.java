package dev.holdfast.cli;

/**
 * The store to work on. Immutable.
 *
 * @param uri as given; may hold secrets, so show {@link dev.holdfast.spi.StoreUri#toString()} instead
 * @param origin who chose it
 */
public record StoreChoice(String uri, Origin origin) {

    /** Who chose a store, strongest first. */
    public enum Origin {
        /** {@code --store}. */
        OPTION,
        /** {@code HOLDFAST_STORE}. */
        ENVIRONMENT,
        /** The configuration file. */
        CONFIG_FILE,
        /** Nobody: the file in the state folder. */
        DEFAULT
    }
}
