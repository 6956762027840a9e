package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.RedRules;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each mistake in a script turns the test red that judges it; each test judges at least one. */
class RedisMutantIT {

    private static final Duration BOUND = Duration.ofSeconds(15);

    @RegisterExtension
    static final ServerOfClass SERVER = new ServerOfClass();

    /** The rules with a mistake; no test class of its own. */
    static final class Case extends ScriptRules {

        /** Set by the one thread that runs mutants, before each run. */
        private static ScriptDriver.ScriptTexts texts = ScriptMutant::text;

        @Override
        ScriptDriver open() {
            return new ScriptDriver(SERVER.get().host(), SERVER.get().port(), "m" + UUID.randomUUID(), texts);
        }
    }

    @ParameterizedTest
    @EnumSource
    void mutant_turnsItsTestRed(ScriptMutant mutant) {
        assertThat(mutant.reach()).as("scripts that have the text").isPositive();
        Case.texts = mutant::of;
        RedRules red = RedRules.of(Case.class, method -> method.getName().equals(mutant.test), BOUND);
        assertThat(red.tests()).containsExactly(mutant.test);
    }

    @Test
    void scripts_asTheyAre_turnNoneRed() {
        Case.texts = ScriptMutant::text;
        RedRules red = RedRules.of(Case.class, method -> true, BOUND);
        assertThat(red.reasons()).isEmpty();
        assertThat(red.green()).isEqualTo(tests().size());
    }

    @Test
    void everyTest_isRedUnderSomeMutant() {
        Set<String> judged = Arrays.stream(ScriptMutant.values())
                .map(mutant -> mutant.test)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(judged).isEqualTo(tests());
    }

    private static Set<String> tests() {
        return Arrays.stream(ScriptRules.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
