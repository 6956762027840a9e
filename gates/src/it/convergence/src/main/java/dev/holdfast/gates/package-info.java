/** A package. */
@NullMarked
package dev.holdfast.gates;

import org.jspecify.annotations.NullMarked;
