package dev.holdfast.testkit;

import java.time.Duration;

/** What the groups of client rules share. */
interface ClientRules {

    /** As short as a slow machine can keep renewed. */
    Duration LEASE = Duration.ofMillis(600);

    /** How late real machines are. */
    Duration LATENESS = Duration.ofMillis(400);

    ClientWorld world();
}
