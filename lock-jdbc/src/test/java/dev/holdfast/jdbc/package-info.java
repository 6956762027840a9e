@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
