/** The engine in virtual time, over the memory store: one thread, no waiting, the same run every time. */
@NullMarked
package dev.holdfast.engine;

import org.jspecify.annotations.NullMarked;
