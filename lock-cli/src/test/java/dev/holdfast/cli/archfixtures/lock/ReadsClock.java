package dev.holdfast.cli.archfixtures.lock;

import java.time.Clock;

/** Breaks a rule: see ArchitectureTest. */
public final class ReadsClock {
    Clock run() {
        return Clock.systemUTC();
    }
}
