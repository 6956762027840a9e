package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The contract tests on whatever clients are set; no test class of its own. */
class ClientMutantCase extends LockClientTck {

    /** Far above what a test needs on a busy machine. */
    private static final Duration BOUND = Duration.ofSeconds(30);

    /** How the clients under test are made. */
    @FunctionalInterface
    interface Maker {
        Holdfast make(Function<BackendContext, Backend> backend, UnaryOperator<HoldfastConfig> config);
    }

    /** Set by the one thread that runs mutants, before each run. */
    private static Maker maker = Holdfast::over;

    static RedRules redRules(Maker maker, Collection<Method> tests) {
        ClientMutantCase.maker = maker;
        return RedRules.of(ClientMutantCase.class, tests::contains, BOUND);
    }

    @Override
    Holdfast make(Function<BackendContext, Backend> backend, UnaryOperator<HoldfastConfig> config) {
        return maker.make(backend, config);
    }

    /** A mistake that a few rounds do not show is no mutant. */
    @Override
    boolean allRounds() {
        return false;
    }

    @Override
    protected StoreFixture open() {
        return MemoryFixture.inRealTime();
    }
}
