/**
 * The store on one Redis node: {@code redis://[user[:password]@]host[:port][/database][?option=value&..]}.
 *
 * <p>{@code Holdfast.open("redis://localhost")} is enough; {@link dev.holdfast.redis.RedisHoldfast} opens the same store from a
 * typed {@link dev.holdfast.redis.RedisConfig}, and {@link dev.holdfast.redis.RedisFence} is the guard for data that lives in
 * Redis. An uncontended acquire is one command, a release is one, and a hand-off to another client is three whatever the number
 * of waiters. The layout of the keys is in the header of {@code functions.lua} and in docs/backends/redis.md.
 */
@NullMarked
package dev.holdfast.redis;

import org.jspecify.annotations.NullMarked;
