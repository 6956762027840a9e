package dev.holdfast.cli.archfixtures.redis;

import dev.holdfast.cli.archfixtures.memory.MemoryStore;

/** Breaks a rule: see ArchitectureTest. */
public final class StoreOnOtherStore {
    void run() {
        MemoryStore.touch();
    }
}
