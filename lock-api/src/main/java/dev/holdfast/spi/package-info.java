/**
 * What a store implements, and what it is given.
 *
 * <p>A store does <b>one attempt</b> and answers with a sealed reply; waiting, back-off, renewal, deadlines, events and
 * interruption belong to the engine. Conventions:
 *
 * <ul>
 *   <li>Every method is thread-safe, may block for I/O for at most the command time-out, and never throws for what a
 *       reply can say. A throw is treated as indeterminate.
 *   <li>"Don't know" is a reply of its own ({@code Indeterminate}): a lost reply never becomes success or failure.
 *       {@code Unavailable} promises that nothing took effect.
 *   <li>Acquire and release are idempotent per {@link dev.holdfast.spi.OwnerId} (L-2); release and renew always check the
 *       owner (L-3); renew never re-creates and never shortens (L-5).
 *   <li>A store starts no thread of its own where {@link dev.holdfast.spi.BackendContext#scheduler()} will do.
 * </ul>
 *
 * Entry point: {@link dev.holdfast.spi.BackendProvider}, found by {@link java.util.ServiceLoader}.
 */
@NullMarked
package dev.holdfast.spi;

import org.jspecify.annotations.NullMarked;
