package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.InvalidInputException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "10s, PT10S",
        "2m, PT2M",
        "1h, PT1H",
        "7d, PT168H",
        "0s, PT0S",
        "007s, PT7S",
        "10S, PT10S",
        "1MS, PT0.001S",
        "PT10S, PT10S",
        "pt1m, PT1M",
        "P1D, PT24H",
        "PT-1S, PT-1S",
        "999999999999ms, PT277777H46M39.999S",
        "999999999999d, PT23999999999976H"
    })
    void parse_knownForm_isRead(String text, Duration expected) {
        assertThat(DurationText.parse("t", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "10",
                "0",
                "s",
                "ms",
                "10 s",
                " 10s",
                "10s ",
                "1.5s",
                "-10s",
                "+10s",
                "10w",
                "10us",
                "1h30m",
                "PT",
                "ten",
                "1000000000000s",
                "PT9223372036854775808S",
                "１０s",
                "P1Y"
            })
    void parse_otherText_isRefusedWithExamples(String text) {
        assertThatThrownBy(() -> DurationText.parse("timeout", text))
                .isInstanceOfSatisfying(InvalidInputException.class, e -> {
                    assertThat(e.parameter()).isEqualTo("timeout");
                    assertThat(e.value()).isEqualTo(text);
                })
                .hasMessage("not a duration: timeout=" + text + ", write for example 500ms, 10s, 2m, 1h, 7d or PT10S");
    }
}
