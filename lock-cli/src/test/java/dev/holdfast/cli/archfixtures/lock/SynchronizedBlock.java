package dev.holdfast.cli.archfixtures.lock;

/** Breaks a rule: see ArchitectureTest. */
public final class SynchronizedBlock {
    private final Object monitor = new Object();

    int run() {
        synchronized (monitor) {
            return 1;
        }
    }
}
