package dev.holdfast.testkit;

import java.time.Duration;

/** What the groups of store rules share. Test methods are default methods, so that one class runs them all. */
interface StoreRules {

    /** Short enough for real time, long enough for a slow machine. */
    Duration LEASE = Duration.ofMillis(800);

    /** Longer than any test. */
    Duration LONG_LEASE = Duration.ofSeconds(60);

    /** How late real machines are. */
    Duration LATENESS = Duration.ofMillis(150);

    /** What contenders notice a lapse within (L-9). */
    Duration NOTICE = Duration.ofMillis(100);

    /** How long a frozen contender may keep an offer (L-9). */
    Duration OFFER = Duration.ofSeconds(2);

    StoreWorld world();
}
