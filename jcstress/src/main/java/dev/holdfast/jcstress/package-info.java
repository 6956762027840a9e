/** Race evidence for every shared-state class. */
@NullMarked
package dev.holdfast.jcstress;

import org.jspecify.annotations.NullMarked;
