package dev.holdfast.cli.archfixtures.lock;

/** Breaks a rule: see ArchitectureTest. */
public final class ReadsNanos {
    long run() {
        return System.nanoTime();
    }
}
