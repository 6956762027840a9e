package dev.holdfast.cli.demo;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of the freeze and of the kill. Immutable.
 *
 * @param frozen the worker that was frozen
 * @param late what its late write came to
 * @param killed the worker that was killed
 * @param takenOverBy who got the lock next
 * @param takeOver how long after the kill
 */
record Findings(int frozen, Late late, int killed, int takenOverBy, Duration takeOver) {

    /**
     * A write after the lease.
     *
     * @param token the late writer's token, zero where it has none
     * @param highest the token that refused it; empty when it got through
     */
    record Late(long token, Optional<Long> highest) {
        boolean rejected() {
            return highest.isPresent();
        }
    }
}
