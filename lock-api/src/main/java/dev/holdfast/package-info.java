/**
 * The entry point: {@link dev.holdfast.Holdfast#open(String)} opens a client on a store, and the client gives locks.
 * Conventions on time, interruption and errors are those of {@link dev.holdfast.lock}.
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
