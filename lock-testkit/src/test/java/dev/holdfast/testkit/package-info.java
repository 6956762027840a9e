/** The contract tests on the memory store, and the tests of the contract tests. */
@NullMarked
package dev.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
