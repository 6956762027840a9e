/** The demo: processes sell from one stock under one lock, while one of them is frozen and another is killed. */
@NullMarked
package dev.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;
