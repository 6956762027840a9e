package dev.holdfast.cli.archfixtures.lock;

/** Breaks a rule: see ArchitectureTest. */
public final class SynchronizedMethod {
    synchronized int run() {
        return 1;
    }
}
