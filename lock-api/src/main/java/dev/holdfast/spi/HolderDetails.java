package dev.holdfast.spi;

/**
 * What a holder says of itself, kept by the store for people. Immutable.
 *
 * @param host host name
 * @param pid process id
 * @param application application name, may be empty
 * @param note free text, may be empty
 */
public record HolderDetails(String host, long pid, String application, String note) {}
