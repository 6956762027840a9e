package dev.holdfast.spi;

/**
 * What a backend is given when it is opened. Immutable.
 *
 * @param client the client id, also the first half of its owner ids
 * @param ticker time
 * @param scheduler threads
 * @param events the way back
 */
public record BackendContext(String client, Ticker ticker, Scheduler scheduler, StoreEvents events) {}
