/** Store in a relational database. */
@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
