/**
 * Real servers for tests, and what stands between them and a client.
 *
 * <p>{@link dev.holdfast.testkit.servers.RedisServer} runs a server on a random loopback port, {@link
 * dev.holdfast.testkit.servers.RespClient} looks at it past every library. A server comes from a container where an engine
 * answers, else from the machine's own program; a missing one fails with what to install, never with a skipped test.
 */
@NullMarked
package dev.holdfast.testkit.servers;

import org.jspecify.annotations.NullMarked;
