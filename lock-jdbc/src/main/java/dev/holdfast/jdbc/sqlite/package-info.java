/**
 * The SQLite store: one file, for the processes of one machine.
 *
 * <p>{@code SqliteDatabase} opens it; {@code SqliteLockStore} answers the engine; {@code SqliteSession} owns the one
 * connection; {@code Sql} has every statement; {@code Turn} decides who may take a free lock.
 */
@NullMarked
package dev.holdfast.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
