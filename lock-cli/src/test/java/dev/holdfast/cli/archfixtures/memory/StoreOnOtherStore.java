package dev.holdfast.cli.archfixtures.memory;

import dev.holdfast.cli.archfixtures.jdbc.JdbcStore;

/** Breaks a rule: see ArchitectureTest. */
public final class StoreOnOtherStore {
    void run() {
        JdbcStore.touch();
    }
}
