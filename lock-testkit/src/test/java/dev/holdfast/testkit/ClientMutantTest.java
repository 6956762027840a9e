package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract tests of clients judge: each mistake turns exactly the tests red that it breaks, and a client without one none.
 * Each mutant runs the tests named here and all quick ones; with {@code -Dholdfast.long=true} the whole matrix runs.
 */
class ClientMutantTest {

    private static final String FLAG_BEFORE = "p21_flagSetBefore_interruptibleFormsThrowAndHoldNothing";
    private static final String FLAG_KEPT = "p21_flagSetBefore_otherFormsHoldAndKeepIt";
    private static final String FLAG_WHILE_WAITING =
            "p21_interruptedWhileWaiting_uninterruptibleFormHoldsAndKeepsTheFlag";
    private static final String INTERRUPTS = "p21_interruptAtRandomMoment_throwsOrHoldsNeverBoth";
    private static final String EXCLUSION = "acquire_manyThreadsOfTwoClients_excludeEachOtherAndTokensRise";
    private static final String TIMED_OUT = "p22_waiterTimesOut_leavesNothing";
    private static final String ABANDONED = "p1_abandonedAtRandomMoment_nothingIsHeldOrRenewed";
    private static final String REPLY_LOST = "p15_acquireReplyLost_oneCloseFreesIt";
    private static final String TWO_FLOWS = "p27_twoFlowsOnOneThread_secondDoesNotGetIt";
    private static final String TAKE_OVER = "holderNotRenewing_waiterGetsItInTime";
    private static final String RENEWED = "acquire_heldForManyLeases_isRenewed";
    private static final String RENEWAL_FAILS = "p3_renewalFails_isTriedAgain";
    private static final String RENEWALS_LOST = "p9_renewalsLost_holderKnowsBeforeAnotherIsGranted";
    private static final String TOLD = "p8_takenAway_isToldOnce";
    private static final String BLOCKED = "p8_listenerBlocks_costsNoOtherLease";
    private static final String NOT_SILENT = "p18_takenAwayThenClosed_isNeverSilent";
    private static final String PAST_LEASE = "p19_heldPastItsLease_localStateEndsWithIt";
    private static final String CLOSE_INTERRUPTED = "p19_closeWhileInterrupted_releasesAndKeepsTheFlag";
    private static final String SHORTER = "p12_laterShorterLease_doesNotShortenTheEarlier";
    private static final String WALL_CLOCK = "wallClockSetBack_changesNoLease";
    private static final String CLOSE_WAITERS = "close_refusesNewWorkAndWakesWaiters";
    private static final String CLOSE_HOLDERS = "close_withHolders_tellsThemRenewsForTheGraceAndReleasesWhatIsClosed";
    private static final String CLOSE_LAPSE = "close_leaseNotClosedInTheGrace_isLeftToLapse";
    private static final String OUT_OF_RANGE = "p11_leaseOutOfRange_isRefusedBeforeAnyTraffic";
    private static final String SENT_EXACTLY = "p11_leaseInRange_isSentExactlyByEveryForm";
    private static final String ILLEGAL_NAMES = "p31_illegalNames_areRefusedBeforeAnyTraffic";
    private static final String ODD_NAMES = "p31_oddNames_areHeldTogetherAndListed";

    /** Those that take more than a tenth of a second. */
    private static final Set<String> SLOW = Set.of(
            EXCLUSION,
            TIMED_OUT,
            PAST_LEASE,
            INTERRUPTS,
            ABANDONED,
            TAKE_OVER,
            RENEWED,
            RENEWAL_FAILS,
            RENEWALS_LOST,
            TOLD,
            BLOCKED,
            WALL_CLOCK,
            CLOSE_HOLDERS,
            CLOSE_LAPSE);

    private static final Map<ClientMutant, Red> RED = Map.ofEntries(
            Map.entry(ClientMutant.INTERRUPT_IGNORED, red(FLAG_BEFORE).late(INTERRUPTS)),
            Map.entry(ClientMutant.INTERRUPT_FORGOTTEN, red(FLAG_KEPT, FLAG_WHILE_WAITING)),
            Map.entry(ClientMutant.INTERRUPT_ENDS_UNINTERRUPTIBLE, red(FLAG_KEPT, FLAG_WHILE_WAITING)),
            Map.entry(ClientMutant.INTERRUPTED_WAITER_STAYS, red(FLAG_BEFORE, INTERRUPTS)),
            Map.entry(
                    ClientMutant.TIMED_OUT_WAITER_STAYS,
                    red(TIMED_OUT, TWO_FLOWS).late(ABANDONED)),
            Map.entry(ClientMutant.CANCELLED_WAITER_STAYS, red(ABANDONED)),
            Map.entry(ClientMutant.ABANDONMENT_NOT_SENT, red(TIMED_OUT).perhaps(INTERRUPTS)),
            Map.entry(
                    ClientMutant.SLEEPS_BETWEEN_ATTEMPTS,
                    red(FLAG_BEFORE, TIMED_OUT, REPLY_LOST, TAKE_OVER)
                            .perhaps(
                                    EXCLUSION,
                                    ABANDONED,
                                    TWO_FLOWS,
                                    SHORTER,
                                    FLAG_WHILE_WAITING,
                                    PAST_LEASE,
                                    CLOSE_WAITERS,
                                    INTERRUPTS)),
            Map.entry(ClientMutant.OWNER_IS_THE_THREAD, red(TWO_FLOWS, SHORTER, REPLY_LOST)),
            Map.entry(ClientMutant.OWNER_IS_THE_CLIENT, red(EXCLUSION, TWO_FLOWS, SHORTER)),
            Map.entry(ClientMutant.TOKEN_OF_THE_CLIENT, red(EXCLUSION, TAKE_OVER)),
            Map.entry(ClientMutant.RESEND_UNDER_A_NEW_OWNER, red(REPLY_LOST)),
            Map.entry(
                    ClientMutant.RENEWAL_NOT_SENT,
                    red(RENEWED, CLOSE_HOLDERS).late(RENEWAL_FAILS, RENEWALS_LOST, BLOCKED, WALL_CLOCK)),
            Map.entry(ClientMutant.RENEWAL_ENDS_AT_A_FAILURE, red(RENEWAL_FAILS)),
            Map.entry(ClientMutant.RENEWAL_FAILURE_IGNORED, red(RENEWALS_LOST)),
            Map.entry(
                    ClientMutant.LEASE_COUNTED_TWICE,
                    red(SENT_EXACTLY, SHORTER)
                            .late(RENEWALS_LOST, TAKE_OVER)
                            .perhaps(WALL_CLOCK, RENEWED, RENEWAL_FAILS, CLOSE_HOLDERS, BLOCKED)),
            Map.entry(
                    ClientMutant.HELD_IS_A_FLAG,
                    red(TAKE_OVER, CLOSE_LAPSE).late(RENEWALS_LOST, TOLD, PAST_LEASE, WALL_CLOCK)),
            Map.entry(ClientMutant.ENDS_BY_THE_WALL_CLOCK, red(WALL_CLOCK).late(CLOSE_LAPSE, TOLD)),
            Map.entry(ClientMutant.LOSS_NOT_TOLD, red(TOLD).late(CLOSE_HOLDERS, BLOCKED)),
            Map.entry(ClientMutant.LOSS_TOLD_TWICE, red(TOLD).late(CLOSE_HOLDERS)),
            Map.entry(
                    ClientMutant.LOSS_IGNORED_AT_RELEASE,
                    red(NOT_SILENT, PAST_LEASE).late(TOLD)),
            Map.entry(ClientMutant.ONE_THREAD_FOR_ALL, red(BLOCKED)),
            Map.entry(ClientMutant.LOCAL_LOCK_STUCK, red(PAST_LEASE, TWO_FLOWS, REPLY_LOST)),
            Map.entry(ClientMutant.INTERRUPT_CLEARED_BY_RELEASE, red(CLOSE_INTERRUPTED, PAST_LEASE, FLAG_KEPT)),
            Map.entry(
                    ClientMutant.INTERRUPTED_RELEASE_NOT_SENT,
                    red(CLOSE_INTERRUPTED, PAST_LEASE, FLAG_KEPT).perhaps(INTERRUPTS)),
            Map.entry(ClientMutant.LENGTH_OF_THE_LAST_CALL, red(SHORTER)),
            Map.entry(ClientMutant.ASYNC_WITHOUT_OPTIONS, red(SENT_EXACTLY)),
            Map.entry(ClientMutant.DEFAULT_FOR_NONSENSE, red(OUT_OF_RANGE)),
            Map.entry(ClientMutant.NEGATIVE_WAIT_IS_FOREVER, red(OUT_OF_RANGE)),
            Map.entry(ClientMutant.CHECKED_AT_USE, red(OUT_OF_RANGE, ILLEGAL_NAMES)),
            Map.entry(ClientMutant.NAMES_NORMALIZED, red(ODD_NAMES)),
            Map.entry(ClientMutant.CLOSE_RELEASES_HELD, red(CLOSE_LAPSE).late(CLOSE_HOLDERS)),
            Map.entry(ClientMutant.CLOSE_WITHOUT_GRACE, red(CLOSE_HOLDERS)),
            Map.entry(ClientMutant.CLOSED_IS_RETRIED, red(CLOSE_WAITERS)),
            Map.entry(ClientMutant.CLOSED_REOPENS, red(CLOSE_WAITERS)));

    /**
     * What a mutant turns red.
     *
     * @param now in every build
     * @param late only in the whole matrix
     * @param perhaps by chance, or only by taking longer than anybody waits; neither run nor judged
     */
    private record Red(Set<String> now, Set<String> late, Set<String> perhaps) {
        Red late(String... tests) {
            return new Red(now, Set.of(tests), perhaps);
        }

        Red perhaps(String... tests) {
            return new Red(now, late, Set.of(tests));
        }

        boolean names(String test) {
            return all().contains(test) || perhaps.contains(test);
        }

        Set<String> all() {
            Set<String> all = new TreeSet<>(now);
            all.addAll(late);
            return all;
        }
    }

    private static Red red(String... tests) {
        return new Red(Set.of(tests), Set.of(), Set.of());
    }

    @Test
    void contract_eachTest_isRedUnderAMutantInEveryBuild() {
        Set<String> red = new TreeSet<>();
        RED.values().forEach(one -> red.addAll(one.now()));
        assertThat(red).isEqualTo(names(contract()));
        assertThat(RED.keySet()).containsExactlyInAnyOrder(ClientMutant.values());
    }

    @Test
    void client_passedOnUnchanged_breaksNothing() {
        Collection<Method> tests = tests(ClientMutantTest::isRunByAll);
        RedRules red = ClientMutantCase.redRules(ClientMutant.leases(ForwardingLease::new), tests);
        assertThat(red.reasons()).isEmpty();
        assertThat(red.green()).isEqualTo(tests.size());
    }

    /** That nobody knows is an honest answer over a network; that the store refuses to work is not expected of it. */
    @Test
    void abandonedAtRandomMoment_repliesLostOrRefused_onlyTheLostAreTolerated() {
        assertThat(abandonedUnder(Faults.Fault.REPLY_LOST).reasons()).isEmpty();
        assertThat(abandonedUnder(Faults.Fault.REQUEST_LOST).reasons()).isEmpty();
        assertThat(abandonedUnder(Faults.Fault.UNAVAILABLE).tests()).containsExactly(ABANDONED);
    }

    private static RedRules abandonedUnder(Faults.Fault fault) {
        return ClientMutantCase.redRules(
                ClientMutant.stores(store -> new BrokenRequests.Unlucky(store, fault)), tests(ABANDONED::equals));
    }

    @ParameterizedTest
    @EnumSource
    void mutant_turnsExactlyItsTestsRed(ClientMutant mutant) {
        Red expected = Objects.requireNonNull(RED.get(mutant));
        Set<String> wanted = isLong() ? expected.all() : new TreeSet<>(expected.now());
        Collection<Method> tests = tests(name -> wanted.contains(name) || (isRunByAll(name) && !expected.names(name)));
        RedRules red = ClientMutantCase.redRules(mutant.maker, tests);
        assertThat(new TreeSet<>(red.tests()))
                .as("red under %s: %s", mutant, red.reasons())
                .isEqualTo(wanted);
        assertThat(red.tests().size() + red.green()).isEqualTo(tests.size());
    }

    private static boolean isLong() {
        return Boolean.getBoolean("holdfast.long");
    }

    private static boolean isRunByAll(String name) {
        return isLong() || !SLOW.contains(name);
    }

    private static List<Method> contract() {
        return Arrays.stream(LockClientTck.class.getMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .toList();
    }

    private static Collection<Method> tests(Predicate<String> wanted) {
        return contract().stream().filter(test -> wanted.test(test.getName())).toList();
    }

    private static Set<String> names(Collection<Method> tests) {
        return tests.stream().map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
    }
}
