package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The promises of the library on a store, judged by its API alone, by a second client and by wrappers around the store: in
 * real time, with short leases and bounded waits.
 *
 * <p>Rounds of random tests are scaled: {@code -Dholdfast.long=true} runs all, otherwise a twentieth, at least 50. Seeds are
 * reported; {@code -Dholdfast.seed} repeats one. The whole takes about half a minute.
 */
public abstract class LockClientTck implements InterruptRules, WaitRules, LossRules, CloseRules, ArgumentRules {

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    private @Nullable ClientWorld world;

    /** For subclasses. */
    protected LockClientTck() {}

    /** One empty store in real time for one test. */
    protected abstract StoreFixture open();

    /** Makes a client under test; the kit's own tests make broken ones. */
    Holdfast make(Function<BackendContext, Backend> backend, UnaryOperator<HoldfastConfig> config) {
        return Holdfast.over(backend, config);
    }

    /** Whether random tests run all their rounds. */
    boolean allRounds() {
        return Boolean.getBoolean("holdfast.long");
    }

    @BeforeEach
    final void openWorld() {
        world = new ClientWorld(open(), this::make, allRounds());
    }

    @AfterEach
    final void closeWorld() {
        world().close();
    }

    /** For the tests; no part of the contract. */
    @Override
    public final ClientWorld world() {
        return java.util.Objects.requireNonNull(world, "a test runs");
    }
}
