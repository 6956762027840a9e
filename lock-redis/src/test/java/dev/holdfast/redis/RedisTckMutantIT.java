package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.LockStoreTck;
import dev.holdfast.testkit.RedRules;
import dev.holdfast.testkit.StoreFixture;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract tests see mistakes in the scripts, too: those that break a rule any store keeps. */
class RedisTckMutantIT {

    private static final Duration BOUND = Duration.ofSeconds(30);

    @RegisterExtension
    static final ServerOfClass SERVER = new ServerOfClass();

    /** No test class of its own. */
    static final class Case extends LockStoreTck {

        /** Set by the one thread that runs mutants, before each run. */
        private static ScriptDriver.ScriptTexts texts = ScriptMutant::text;

        @Override
        protected StoreFixture open() {
            return new RedisFixture(SERVER.get(), texts);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RELEASE_WITHOUT_OWNER_CHECK, release_notOwner_touchesNothing, L-3",
        "RENEW_WITHOUT_OWNER_CHECK, renew_notOwner_isRefusedAndExtendsNothing, L-3",
        "RENEW_CREATES, renew_afterExpiry_neverRecreates, L-3",
        "RENEW_SHORTENS, p12_shorterRenewal_doesNotShorten, L-5",
        "RENEW_DOES_NOTHING, renew_inTime_holdsOn, L-5",
        "TOKEN_AGAIN, bases_presetToLargeNumbers_staysExact, F-1",
        "TOKEN_AS_A_DOUBLES_TEXT, bases_presetToLargeNumbers_staysExact, F-1",
        "TOKEN_BEYOND_THE_LAST, bases_beyondTheLastOne_areRefusedAndOtherNamesWork, F-1",
        "ACCEPT_MINTS_ANEW, enqueue_resent_hasOnePlaceAndOneGrant, L-2",
        "ACCEPT_KEEPS_THE_OFFERS_TIME, release_withContender_wakesItAndItGetsTheWholeLease, L-9",
        "OFFER_FOR_THE_WHOLE_LEASE, frozenContenderAtTheHead_costsAtMostTwoSeconds, L-9",
        "LAST_COMES_FIRST, contenders_offerInOrder, L-9",
        "RELEASED_WINS_AGAIN, delayedDuplicates_ofAReleasedOwner_neverWin, L-6",
        "LEFT_NOT_MARKED, delayedDuplicates_ofAnAbandonedOwner_neverWin, L-6",
        "NOTHING_FOUND_NOT_MARKED, releaseBeforeItsDelayedAcquire_wins, L-6",
        "LOCK_WITHOUT_EXPIRY, p11_leaseOver_isFree, L-9",
        "FENCE_WITHOUT_EXPIRY, namesUsedOnce_leaveNothing, L-12",
        "CUT_NAME_LOST, p31_oddNames_comeBackFromTheInspector, L-11",
        "FORCED_NOT_MARKED, forceRelease_held_isToldAndFreesTheName, L-3",
    })
    void mutant_breaksItsRule(ScriptMutant mutant, String test, String rule) {
        Case.texts = mutant::of;
        RedRules red = RedRules.of(Case.class, method -> method.getName().equals(test), BOUND);
        assertThat(red.tests()).containsExactly(test);
        assertThat(red.rules()).contains(rule);
    }
}
