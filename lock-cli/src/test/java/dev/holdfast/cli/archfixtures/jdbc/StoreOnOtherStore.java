package dev.holdfast.cli.archfixtures.jdbc;

import dev.holdfast.cli.archfixtures.memory.MemoryStore;

/** Breaks a rule: see ArchitectureTest. */
public final class StoreOnOtherStore {
    void run() {
        MemoryStore.touch();
    }
}
