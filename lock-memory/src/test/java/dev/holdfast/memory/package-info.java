/** Tests of what only this package sees; the contract tests of this store are in lock-testkit. */
@NullMarked
package dev.holdfast.memory;

import org.jspecify.annotations.NullMarked;
