/**
 * The in-process store {@code memory:}, also the reference model that other stores are compared with.
 *
 * <p>{@code memory:} is a store private to the client that opens it; {@code memory:NAME} is shared by all clients of this
 * class loader that use that name. {@link dev.holdfast.memory.MemoryStore} is the same store as an object, for tests that
 * share one between clients or run it in virtual time.
 *
 * <p>It excludes threads and clients of one process only, and says so in its capabilities. Each call is one short
 * critical section; nothing blocks, and wake-ups and events run outside of it.
 */
@NullMarked
package dev.holdfast.memory;

import org.jspecify.annotations.NullMarked;
