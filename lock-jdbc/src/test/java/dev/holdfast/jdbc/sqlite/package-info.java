@NullMarked
package dev.holdfast.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
