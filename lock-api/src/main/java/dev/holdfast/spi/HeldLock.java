package dev.holdfast.spi;

import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.Holder;

/**
 * A held lock as the store shows it. Immutable.
 *
 * @param name the name as its holder gave it
 * @param owner the owner id's text
 * @param token the first token of the grant; leases handed over inside a client have higher ones, below base + 1
 * @param holder who
 * @param contenders how many clients queue for it, as far as the store knows; zero where it has no queue
 */
public record HeldLock(String name, String owner, FencingToken token, Holder holder, int contenders) {}
