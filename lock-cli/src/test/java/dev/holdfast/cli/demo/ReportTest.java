package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.demo.Findings.Late;
import dev.holdfast.cli.demo.Shop.Books;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {

    private static final Late REJECTED = new Late(2, Optional.of(3L));
    private static final Late ACCEPTED = new Late(2, Optional.empty());

    @Test
    void failures_whenAllHeld_areNone() {
        Report report = report(false, List.of(1L, 2L, 3L), 990, REJECTED, Duration.ofSeconds(2));

        assertThat(report.failures()).isEmpty();
        assertThat(report.oversold()).isZero();
        assertThat(report.lines()).anyMatch(l -> l.matches("oversold +0")).anyMatch(l -> l.contains("all held"));
    }

    @Test
    void failures_whenOversold_saySo() {
        assertThat(report(false, List.of(1L), 991, REJECTED, Duration.ZERO).failures())
                .containsExactly("oversold: count=1");
    }

    @Test
    void failures_whenATokenRepeats_saySo() {
        assertThat(report(false, List.of(1L, 2L, 2L), 990, REJECTED, Duration.ZERO)
                        .failures())
                .containsExactly("tokens do not strictly rise: grants=3");
    }

    @Test
    void failures_whenNobodyEntered_saySo() {
        assertThat(report(false, List.of(), 990, REJECTED, Duration.ZERO).failures())
                .hasSize(1);
    }

    @Test
    void failures_whenTheLateWriteGotThrough_saySo() {
        assertThat(report(false, List.of(1L), 990, ACCEPTED, Duration.ZERO).failures())
                .containsExactly("late write was accepted: worker=1");
    }

    @Test
    void failures_whenTakeOverIsLate_saySo() {
        assertThat(report(false, List.of(1L), 990, REJECTED, Duration.ofMillis(3_001))
                        .failures())
                .containsExactly("take-over took too long: time=PT3.001S, limit=PT3S");
    }

    @Test
    void failures_ofUnsafeThatDidNotOversell_saySo() {
        assertThat(report(true, List.of(), 990, ACCEPTED, Duration.ZERO).failures())
                .containsExactly("nothing was oversold: oversold=0");
        assertThat(report(true, List.of(), 991, ACCEPTED, Duration.ZERO).failures())
                .isEmpty();
    }

    @Test
    void json_ofTokens_isTextOf19Digits() {
        JsonNode json = JsonMapper.shared()
                .readTree(report(false, List.of(1L), 990, REJECTED, Duration.ofSeconds(2))
                        .json());

        assertThat(json.get("lateWrite").get("token").asString()).isEqualTo("0000000000000000002");
        assertThat(json.get("lateWrite").get("highest").asString()).isEqualTo("0000000000000000003");
        assertThat(json.get("takeOver").get("time").asString()).isEqualTo("PT2S");
        assertThat(json.get("ok").asBoolean()).isTrue();
    }

    private static Report report(boolean unsafe, List<Long> tokens, int left, Late late, Duration takeOver) {
        Settings settings = new Settings(10, 4, unsafe, Duration.ofSeconds(2));
        return new Report(settings, new Books(Map.of(1, 4, 3, 6), tokens, left), new Findings(1, late, 2, 3, takeOver));
    }
}
