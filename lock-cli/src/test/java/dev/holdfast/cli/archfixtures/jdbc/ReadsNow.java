package dev.holdfast.cli.archfixtures.jdbc;

import java.time.Instant;

/** Breaks a rule: see ArchitectureTest. */
public final class ReadsNow {
    Instant run() {
        return Instant.now();
    }
}
