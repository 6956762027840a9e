package dev.holdfast.spi;

import java.time.Duration;

/**
 * Names one grant towards the store. Immutable.
 *
 * @param name the lock's name
 * @param owner the owner id
 * @param base the token base; zero where it is not known (an attempt without reply)
 * @param lease the length to renew to
 */
public record GrantRef(String name, OwnerId owner, long base, Duration lease) {}
