package dev.holdfast.cli.archfixtures.cli;

/** Breaks a rule: see ArchitectureTest. */
public final class ReadsMillis {
    long run() {
        return System.currentTimeMillis();
    }
}
