package dev.holdfast.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;

/** The judge of the race evidence has to find fault with whatever is no evidence. */
class CheckResultsTest {

    private static final String TEST = "dev.holdfast.internal.WaiterRaces.OfferWithdraw";
    private static final String TWIN = "dev.holdfast.jcstress.broken.LeaseTwins.WithdrawalChecksThenActs";
    private static final Map<String, Long> GOOD = Map.of("1, 0, 1", 600L, "0, 1, 0", 400L);
    private static final Map<String, Long> BAD = Map.of("1, 0, 1", 999L, "1, 1, 0", 1L);

    private static final Options OPTIONS = options();

    private static Options options() {
        Options options = new Options(new String[] {"-c", "2"});
        try {
            options.parse();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return options;
    }

    private static TestResult run(String test, Status status, Map<String, Long> states) {
        SchedulingClass free = new SchedulingClass(AffinityMode.NONE, 2, NodeType.PACKAGE);
        TestResult result = new TestResult(status);
        result.setConfig(new TestConfig(OPTIONS, TestList.getInfo(test), 0, List.of(), 0, free));
        states.forEach(result::addState);
        return result;
    }

    private static TestResult run(String test, Map<String, Long> states) {
        return run(test, Status.NORMAL, states);
    }

    private static CheckResults.Summary judge(long floor, TestResult... results) {
        return CheckResults.judge(List.of(TEST, TWIN), List.of(results), floor);
    }

    @Test
    void judge_goodTestAndCaughtTwin_passes() {
        CheckResults.Summary summary = judge(1000, run(TEST, GOOD), run(TWIN, BAD));

        assertThat(summary).isEqualTo(new CheckResults.Summary(1, 0, 1000, 1, 1, List.of()));
    }

    @Test
    void judge_forbiddenOutcome_fails() {
        CheckResults.Summary summary = judge(0, run(TEST, BAD), run(TWIN, BAD));

        assertThat(summary.failed()).isEqualTo(1);
        assertThat(summary.complaints())
                .singleElement()
                .asString()
                .startsWith(TEST)
                .contains("1, 1, 0");
    }

    @Test
    void judge_forbiddenOutcomeInOneOfManyRuns_fails() {
        assertThat(judge(0, run(TEST, GOOD), run(TEST, BAD), run(TEST, GOOD), run(TWIN, BAD))
                        .failed())
                .isEqualTo(1);
    }

    @Test
    void judge_outcomeThatNoExpectationKnows_fails() {
        assertThat(judge(0, run(TEST, Map.of("7, 7, 7", 1000L)), run(TWIN, BAD)).failed())
                .isEqualTo(1);
    }

    @Test
    void judge_twinThatOnlyDidWell_fails() {
        CheckResults.Summary summary = judge(0, run(TEST, GOOD), run(TWIN, GOOD), run(TWIN, GOOD));

        assertThat(summary.caught()).isZero();
        assertThat(summary.complaints()).containsExactly(TWIN + ": the broken twin was not caught: samples=2000");
    }

    @Test
    void judge_twinCaughtInOneOfManyRuns_passes() {
        assertThat(judge(0, run(TEST, GOOD), run(TWIN, GOOD), run(TWIN, BAD)).complaints())
                .isEmpty();
    }

    @Test
    void judge_missingResults_fails() {
        CheckResults.Summary summary = judge(0);

        assertThat(summary.complaints())
                .containsExactly(
                        TEST + ": no result; more actors than processors, or filtered out?",
                        TWIN + ": no result; more actors than processors, or filtered out?");
    }

    @Test
    void judge_nextToNoResults_fails() {
        CheckResults.Summary summary = judge(0, run(TEST, Map.of("1, 0, 1", 9L)), run(TWIN, BAD));

        assertThat(summary.complaints()).containsExactly(TEST + ": next to no result: seen=9, floor=10");
    }

    @Test
    void judge_runThatBroke_fails() {
        TestResult broken = run(TEST, Status.TIMEOUT_ERROR, Map.of());

        assertThat(judge(0, run(TEST, GOOD), broken, run(TWIN, BAD)).complaints())
                .containsExactly(TEST + ": broken run: status=TIMEOUT_ERROR");
    }

    @Test
    void judge_twinThatBrokeInsteadOfShowingItsBug_fails() {
        TestResult broken = run(TWIN, Status.TEST_ERROR, Map.of());

        assertThat(judge(0, run(TEST, GOOD), broken).complaints())
                .containsExactly(TWIN + ": broken run: status=TEST_ERROR");
    }

    @Test
    void judge_samplesBelowFloor_failsAndDoesNotCountTwins() {
        CheckResults.Summary summary = judge(1001, run(TEST, GOOD), run(TWIN, BAD));

        assertThat(summary.complaints()).containsExactly("too few samples: seen=1000, floor=1001");
    }

    @Test
    void judge_noTests_fails() {
        assertThat(CheckResults.judge(List.of(), List.of(), 0).complaints()).containsExactly("the jar lists no test");
    }

    @Test
    void twins_areListed_forAtLeastEightClasses() {
        assertThat(TestList.tests())
                .filteredOn(test -> test.startsWith("dev.holdfast.jcstress.broken."))
                .hasSizeGreaterThanOrEqualTo(20);
    }
}
