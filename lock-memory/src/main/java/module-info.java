/** The in-process store. */
module dev.holdfast.memory {
    requires transitive dev.holdfast.api;
    requires static org.jspecify;

    exports dev.holdfast.memory;

    provides dev.holdfast.spi.BackendProvider with
            dev.holdfast.memory.MemoryProvider;
}
