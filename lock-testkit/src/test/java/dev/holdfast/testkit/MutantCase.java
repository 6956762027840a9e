package dev.holdfast.testkit;

import dev.holdfast.spi.Backend;
import java.util.function.UnaryOperator;

/** The contract tests on whatever store is set; no test class of its own. */
class MutantCase extends LockStoreTck {

    /** Set by the one thread that runs mutants, before each run. */
    private static UnaryOperator<Backend> mutation = backend -> backend;

    static RedRules redRules(UnaryOperator<Backend> mutation) {
        MutantCase.mutation = mutation;
        return RedRules.of(MutantCase.class);
    }

    @Override
    protected StoreFixture open() {
        return MemoryFixture.broken(mutation);
    }
}
