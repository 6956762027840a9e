/** What the documents say, run as it stands there. */
@NullMarked
package dev.holdfast.docs;

import org.jspecify.annotations.NullMarked;
