package dev.holdfast.cli.demo;

import java.time.Duration;

/**
 * What the demo is to show. Immutable.
 *
 * @param seconds how long it sells
 * @param workers how many processes
 * @param unsafe whether tokens and owners go unchecked
 * @param lease the lease of each sale
 */
record Settings(int seconds, int workers, boolean unsafe, Duration lease) {

    static final int LEAST_SECONDS = 5;
    static final int MOST_SECONDS = 3600;
    static final int LEAST_WORKERS = 3;
    static final int MOST_WORKERS = 32;

    /** More than can be sold in that time. */
    int stock() {
        return seconds * 100;
    }

    /** How soon after a holder's death another must have the lock. */
    Duration takeOverBound() {
        return lease.plusSeconds(1);
    }
}
