package dev.holdfast.cli.archfixtures.lock;

/** Breaks a rule: see ArchitectureTest. */
public final class WritesToOut {
    void run() {
        System.out.println();
    }
}
