package dev.holdfast.cli.archfixtures.lock;

import dev.holdfast.cli.archfixtures.memory.MemoryStore;

/** Breaks a rule: see ArchitectureTest. */
public final class ApiOnStore {
    void run() {
        MemoryStore.touch();
    }
}
