@NullMarked
package dev.holdfast.jcstress;

import org.jspecify.annotations.NullMarked;
