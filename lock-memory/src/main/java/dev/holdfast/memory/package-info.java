/** In-process store, also the reference model for tests. */
@NullMarked
package dev.holdfast.memory;

import org.jspecify.annotations.NullMarked;
