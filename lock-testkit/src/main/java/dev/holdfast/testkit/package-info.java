/**
 * Contract tests that every store must pass, and the tools to write them.
 *
 * <p>Entry points: {@link dev.holdfast.testkit.LockStoreTck} judges a store by its SPI, {@link
 * dev.holdfast.testkit.LockClientTck} judges the library on that store; both need a {@link
 * dev.holdfast.testkit.StoreFixture}. {@link dev.holdfast.testkit.VirtualTime} runs clients and in-process stores without
 * waiting, {@link dev.holdfast.testkit.ForwardingLockStore} is the base of counting, failing and broken stores, {@link
 * dev.holdfast.testkit.LeakCheck} finds what a test left behind, {@link dev.holdfast.testkit.RedRules} shows whether the
 * contract tests notice what was broken on purpose.
 *
 * <p>Every contract test carries the rules it judges ({@link dev.holdfast.testkit.Rule}); a test for a fault that users of
 * other libraries met carries its number in its name, for example {@code p22_...}.
 */
@NullMarked
package dev.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
