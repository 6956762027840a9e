package dev.holdfast.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract of a {@link dev.holdfast.spi.LockStore}, judged by calls of the SPI alone.
 *
 * <pre>{@code
 * class RedisLockStoreTckTest extends LockStoreTck {
 *     protected StoreFixture open() {
 *         return new RedisFixture();
 *     }
 * }
 * }</pre>
 *
 * <p>Each test carries the rules it judges. What a store does not declare in its capabilities is skipped with that reason.
 * In real time the whole takes about half a minute, in virtual time a second.
 */
public abstract class LockStoreTck implements GrantRules, OwnerRules, QueueRules, AbandonRules, TokenRules, NameRules {

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    @org.jspecify.annotations.Nullable
    private StoreWorld world;

    /** For subclasses. */
    protected LockStoreTck() {}

    /** One empty store for one test. */
    protected abstract StoreFixture open();

    @BeforeEach
    final void openWorld() {
        world = new StoreWorld(open());
    }

    @AfterEach
    final void closeWorld() {
        world().close();
    }

    /** For the tests; no part of the contract. */
    @Override
    public final StoreWorld world() {
        return java.util.Objects.requireNonNull(world, "a test runs");
    }
}
