package dev.holdfast.spi;

import java.time.Duration;

/**
 * One attempt to acquire. Immutable.
 *
 * @param name the lock's name, already checked
 * @param owner the grant's owner id; a resend carries the same one
 * @param share how much is asked for
 * @param terms on what terms
 */
public record AcquireRequest(String name, OwnerId owner, Share share, Terms terms) {

    /**
     * The terms of a grant.
     *
     * @param lease how long it is held without renewal
     * @param tokenFloor the base is above {@code tokenFloor >> 12}; zero for none
     * @param answerWithin when there is no reply by then, the store answers {@code Indeterminate}
     * @param holder what the holder says of itself
     */
    public record Terms(Duration lease, long tokenFloor, Duration answerWithin, HolderDetails holder) {}

    /** The same request with another bound on the reply. */
    public AcquireRequest answerWithin(Duration bound) {
        return new AcquireRequest(name, owner, share, new Terms(terms.lease, terms.tokenFloor, bound, terms.holder));
    }
}
