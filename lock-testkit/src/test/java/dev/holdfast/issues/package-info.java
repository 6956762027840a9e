/** Faults that were found once, and must not come back. */
@NullMarked
package dev.holdfast.issues;

import org.jspecify.annotations.NullMarked;
