package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract tests judge: each mistake turns exactly the rules red that it breaks, and the store without one none. */
class MutantTest {

    private static final Map<Mutant, String> RED = Map.ofEntries(
            Map.entry(Mutant.RELEASE_WITHOUT_OWNER_CHECK, "L-2 L-3"),
            Map.entry(Mutant.RENEW_WITHOUT_OWNER_CHECK, "L-3"),
            Map.entry(Mutant.RENEW_RECREATES, "L-3 L-5 L-6 L-8"),
            Map.entry(Mutant.RENEWAL_SHORTENS, "L-5"),
            Map.entry(Mutant.RENEWAL_IGNORED, "L-5"),
            Map.entry(Mutant.POISONED_BATCH_STOPS, "L-8"),
            Map.entry(Mutant.TOKEN_REUSED, "F-1 F-2"),
            Map.entry(Mutant.TOKEN_BACKWARDS, "F-1 F-2"),
            Map.entry(Mutant.TOKEN_AS_DOUBLE, "F-1 F-2"),
            Map.entry(Mutant.TOKEN_OF_EACH_REPLY, "F-1 F-2 L-2"),
            Map.entry(Mutant.CAPACITY_TWO, "L-1 L-11 L-13 L-2 L-3 L-5 L-9"),
            Map.entry(Mutant.ENTRY_LEFT_BEHIND, "L-12 L-6"),
            Map.entry(Mutant.ENTRY_DROPPED_EARLY, "L-9"),
            Map.entry(Mutant.REFUSED_ENQUEUE_STAYS, "L-6"),
            Map.entry(Mutant.LOST_WAKE_UP, "L-6 L-9"),
            Map.entry(Mutant.RESEND_IS_A_SECOND_GRANT, "F-1 F-2 L-2"),
            Map.entry(Mutant.NAMES_LOWER_CASED, "L-11"),
            Map.entry(Mutant.NAMES_CUT, "L-11"),
            Map.entry(Mutant.NESTED_NAMES_CUT, "L-11"),
            Map.entry(Mutant.RELEASED_OWNER_WINS_AGAIN, "L-6"),
            Map.entry(Mutant.EXPIRY_IGNORED, "F-1 L-1 L-12 L-13 L-3 L-9"),
            Map.entry(Mutant.LEASE_IN_WHOLE_SECONDS, "L-1 L-13 L-5 L-8 L-9"),
            Map.entry(Mutant.LEASE_IS_SECONDS_FOR_MILLIS, "F-1 L-1 L-12 L-13 L-3 L-9"),
            Map.entry(Mutant.RECONCILE_DROPS_LIVE, "L-1"),
            Map.entry(Mutant.RECONCILE_DROPS_LATER, "L-1"),
            Map.entry(Mutant.RECONCILE_DOES_NOTHING, "L-6"),
            Map.entry(Mutant.RELEASE_AGAIN_IS_AN_ERROR, "L-2"));

    @Test
    void memoryStore_unchanged_breaksNoRule() {
        RedRules red = MutantCase.redRules(backend -> backend);
        assertThat(red.tests()).isEmpty();
        assertThat(red.rules()).isEmpty();
        assertThat(red.green()).isGreaterThan(40);
    }

    /** Pushes are one way to say that a poll is worth a call, {@code retryAfter} is the other. */
    @Test
    void store_thatSaysWhenToPollInsteadOfWaking_breaksNoRule() {
        RedRules red = MutantCase.redRules(backend -> new ForwardingBackend(backend, BrokenStores.Punctual::new));
        assertThat(red.tests()).isEmpty();
        assertThat(red.green()).isGreaterThan(40);
    }

    @ParameterizedTest
    @EnumSource
    void mutant_breaksExactlyItsRules(Mutant mutant) {
        RedRules red = MutantCase.redRules(mutant::apply);
        assertThat(String.join(" ", red.rules()))
                .as("rules broken by %s in %s", mutant, red.tests())
                .isEqualTo(RED.get(mutant));
    }
}
