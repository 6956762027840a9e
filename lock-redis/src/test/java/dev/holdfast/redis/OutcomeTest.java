package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Share;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final AcquireRequest REQUEST = new AcquireRequest(
            "n",
            new OwnerId("c", 1),
            Share.MUTEX,
            new AcquireRequest.Terms(LEASE, 0, LEASE, new HolderDetails("", 0, "", "")));

    private static Outcome of(Object... parts) {
        return Outcome.of(
                REQUEST,
                Arrays.stream(parts)
                        .map(part -> part instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : part)
                        .toList());
    }

    private static Outcome busy(long pttl, String value, String owner, String state) {
        return of("B", pttl, value, owner, state, "1000000", "host", "7", "app", "note");
    }

    private static Duration retryAfter(Outcome outcome) {
        return ((AcquireReply.Busy) outcome.reply()).retryAfter();
    }

    @Test
    void granted_isForTheLeaseThatWasAskedFor() {
        assertThat(of("G", "2251799813685247", "-1"))
                .isEqualTo(new Outcome(new AcquireReply.Granted((1L << 51) - 1, 0, LEASE), -1, false));
        assertThat(of("G", "5", "501").missed()).isTrue();
        assertThat(of("G", "5", "500").missed()).isFalse();
    }

    @Test
    void busy_namesTheHolderAndWhenToComeAgain() {
        Outcome outcome = busy(5_000, "x-1", "x-1", "0");
        AcquireReply.Busy busy = (AcquireReply.Busy) outcome.reply();
        assertThat(busy.holder()).isNotNull();
        assertThat(busy.holder().host()).isEqualTo("host");
        assertThat(busy.holder().pid()).isEqualTo(7);
        assertThat(busy.holder().remaining()).isEqualTo(Duration.ofSeconds(5));
        assertThat(busy.holder().since()).isEqualTo(Instant.parse("2025-01-01T00:00:01Z"));
        assertThat(busy.retryAfter()).isEqualTo(Duration.ofMillis(5_001));
        assertThat(outcome.lapse()).isEqualTo(-1);
        assertThat(retryAfter(busy(60_000, "x-1", "x-1", "0"))).isEqualTo(Outcome.LONGEST_SILENCE);
    }

    @Test
    void busy_offered_isWatchedByATimer() {
        Outcome outcome = busy(1_500, "x-1", "x-1", "2");
        assertThat(outcome.lapse()).isEqualTo(1_501);
        assertThat(retryAfter(outcome)).isEqualTo(Outcome.LONGEST_SILENCE);
    }

    @Test
    void busy_foreign_isPolledEverySecond() {
        assertThat(retryAfter(busy(60_000, "foreign", "x-1", "0"))).isEqualTo(Duration.ofSeconds(1));
        assertThat(retryAfter(busy(-1, "foreign", "", ""))).isEqualTo(Duration.ofSeconds(1));
        assertThat(retryAfter(busy(300, "foreign", "x-1", "2"))).isEqualTo(Duration.ofMillis(301));
        AcquireReply.Busy busy =
                (AcquireReply.Busy) busy(-1, "foreign", "x-1", "2").reply();
        assertThat(busy.holder()).isNotNull();
        assertThat(busy.holder().note()).isEqualTo("foreign owner foreign");
    }

    @Test
    void busy_freeOrHalfWay_isToComeAtOnce() {
        assertThat(retryAfter(busy(0, "", "x-1", "1"))).isZero();
        assertThat(retryAfter(busy(-2, "", "x-1", "1"))).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void otherKinds_areWhatTheySay() {
        assertThat(of("N", "").reply()).isEqualTo(new AcquireReply.NotQueued());
        assertThat(of("N", "").missed()).isFalse();
        assertThat(of("N", "missed").missed()).isTrue();
        assertThat(of("X").reply()).isInstanceOf(AcquireReply.Unavailable.class);
        assertThat(of("E", "OOM").reply()).isInstanceOf(AcquireReply.Unavailable.class);
        assertThatThrownBy(() -> of("?")).isInstanceOf(IllegalStateException.class);
        assertThat(Answers.number(List.of("not a number".getBytes(StandardCharsets.UTF_8)), 0))
                .isZero();
    }
}
