package dev.holdfast.cli.archfixtures.lock;

/** Breaks a rule: see ArchitectureTest. */
public final class WritesToErr {
    void run() {
        System.err.println();
    }
}
