package dev.holdfast.cli.exec;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.exec.LeaseGuard.Decision;
import dev.holdfast.cli.exec.LeaseGuard.Step;
import dev.holdfast.cli.exec.LeaseGuard.View;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LeaseGuardTest {

    private final LeaseGuard guard = new LeaseGuard(ofSeconds(30));

    @ParameterizedTest
    @CsvSource({
        "30000, RUN",
        "20000, RUN",
        "5001, RUN",
        "5000, TERM",
        "251, TERM",
        "250, KILL",
        "0, KILL",
    })
    void decide_whileHeld_asksAGraceAheadAndKillsByTheDeadline(long remainingMillis, Step step) {
        assertThat(held(guard, ofMillis(remainingMillis)).step()).isEqualTo(step);
    }

    @Test
    void decide_whileHeld_looksAgainBeforeTheNextStepIsDue() {
        assertThat(held(guard, ofMillis(5_300)).again()).isEqualTo(ofMillis(300));
        assertThat(held(guard, ofSeconds(29)).again()).isEqualTo(ofSeconds(1));
        assertThat(held(guard, ofMillis(1_250)).again()).isEqualTo(ofSeconds(1));
    }

    @Test
    void decide_withTheShortestLease_leavesARenewedProgramAlone() {
        // Renewed at a third, with a margin of 20 ms: the least that is left in good times.
        assertThat(held(new LeaseGuard(ofMillis(100)), ofMillis(40)).step()).isEqualTo(Step.RUN);
        assertThat(held(new LeaseGuard(ofMillis(100)), ofMillis(20)).step()).isEqualTo(Step.TERM);
        assertThat(held(new LeaseGuard(ofMillis(100)), ofMillis(5)).step()).isEqualTo(Step.KILL);
    }

    @ParameterizedTest
    @EnumSource(
            value = LossCause.class,
            names = {"EXPIRED", "CLOCK"})
    void decide_pastTheDeadline_killsAtOnce(LossCause cause) {
        assertThat(lost(cause, Duration.ZERO).step()).isEqualTo(Step.KILL);
    }

    @ParameterizedTest
    @EnumSource(
            value = LossCause.class,
            names = {"FORCED", "STORE_FORGOT", "SESSION_ENDED", "CLOSED"})
    void decide_whenTakenAway_asksThenKillsAfterTheGrace(LossCause cause) {
        assertThat(lost(cause, Duration.ZERO)).isEqualTo(new Decision(Step.TERM, ofSeconds(5)));
        assertThat(lost(cause, ofSeconds(5)).step()).isEqualTo(Step.KILL);
    }

    @Test
    void decide_whileUncertain_waitsForTheStoreBeforeItActs() {
        assertThat(view(LeaseState.UNCERTAIN, ofMillis(0)).step()).isEqualTo(Step.RUN);
        assertThat(view(LeaseState.UNCERTAIN, ofSeconds(5)).step()).isEqualTo(Step.TERM);
        assertThat(view(LeaseState.UNCERTAIN, ofSeconds(10)).step()).isEqualTo(Step.KILL);
    }

    @Test
    void decide_whenLostButTheCauseIsNotTold_doesNotWaitLong() {
        assertThat(view(LeaseState.LOST, Duration.ZERO)).isEqualTo(new Decision(Step.TERM, ofMillis(100)));
        assertThat(view(LeaseState.LOST, ofMillis(100)).step()).isEqualTo(Step.KILL);
    }

    private static Decision held(LeaseGuard guard, Duration remaining) {
        return guard.decide(new View(LeaseState.HELD, remaining, Optional.empty(), Duration.ZERO));
    }

    private Decision lost(LossCause cause, Duration since) {
        return guard.decide(new View(LeaseState.LOST, Duration.ZERO, Optional.of(cause), since));
    }

    private Decision view(LeaseState state, Duration since) {
        return guard.decide(new View(state, Duration.ZERO, Optional.empty(), since));
    }
}
