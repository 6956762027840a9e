/**
 * Copies of the essential logic of the engine, each with one bug of the kind that such code is prone to. A twin is judged by
 * the outcomes of the test of the real class ({@link org.openjdk.jcstress.annotations.JCStressMeta}), and has to fail: that
 * shows that the test can see the bug on this machine, in this run.
 */
@NullMarked
package dev.holdfast.jcstress.broken;

import org.jspecify.annotations.NullMarked;
