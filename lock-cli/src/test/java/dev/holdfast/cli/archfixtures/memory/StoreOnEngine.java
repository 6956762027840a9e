package dev.holdfast.cli.archfixtures.memory;

import dev.holdfast.cli.archfixtures.internal.Engine;

/** Breaks a rule: see ArchitectureTest. */
public final class StoreOnEngine {
    void run() {
        Engine.touch();
    }
}
