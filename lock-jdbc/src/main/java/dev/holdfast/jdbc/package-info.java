/**
 * Stores in a relational database, and the guard of a table.
 *
 * <p>Entry points: {@link dev.holdfast.jdbc.JdbcProvider}, found by {@link java.util.ServiceLoader} for {@code jdbc:}
 * URIs, and {@link dev.holdfast.jdbc.SqlFence}. Each database has a package of its own below this one, which is not
 * exported.
 */
@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
