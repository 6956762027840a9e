package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FencingTokenTest {

    private static final long[] EDGES = {
        1,
        9,
        10,
        4095,
        4096,
        99_999,
        100_000_000_000_001L,
        1L << 53,
        (1L << 53) + 1,
        1L << 62,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
    };

    @Test
    void toString_anyValue_is19Digits() {
        assertThat(new FencingToken(1)).hasToString("0000000000000000001");
        assertThat(new FencingToken((1L << 53) + 1)).hasToString("0009007199254740993");
        assertThat(new FencingToken(Long.MAX_VALUE)).hasToString("9223372036854775807");
    }

    @Test
    void toString_inALocaleWithOtherDigits_isAscii() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-u-nu-arab"));
        try {
            assertThat(new FencingToken(42)).hasToString("0000000000000000042");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void parse_ownText_isTheSameToken() {
        for (long value : EDGES) {
            FencingToken token = new FencingToken(value);
            assertThat(FencingToken.parse(token.toString())).isEqualTo(token);
            assertThat(FencingToken.parse(Long.toString(value))).isEqualTo(token);
        }
    }

    @Test
    void compareTo_anyTokens_isTheOrderOfNumbersAndOfTexts() {
        Random random = new Random(20260101);
        List<FencingToken> tokens = Stream.concat(
                        LongStream.of(EDGES).boxed(),
                        Stream.generate(() -> random.nextLong() >>> (1 + random.nextInt(62)))
                                .limit(2000))
                .filter(value -> value > 0)
                .distinct()
                .map(FencingToken::new)
                .toList();

        List<FencingToken> byNumber = tokens.stream()
                .sorted(Comparator.comparingLong(FencingToken::value))
                .toList();
        assertThat(tokens.stream().sorted()).containsExactlyElementsOf(byNumber);
        assertThat(tokens.stream().sorted(Comparator.comparing(FencingToken::toString)))
                .containsExactlyElementsOf(byNumber);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void create_notPositive_isRefused(long value) {
        assertThatThrownBy(() -> new FencingToken(value))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("fencing token must be positive: token=" + value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "1 ",
                " 1",
                "0x1",
                "1.0",
                "1e3",
                "x",
                "٤٢",
                "12345678901234567890",
                "00000000000000000001"
            })
    void parse_otherText_isRefused(String text) {
        assertThatThrownBy(() -> FencingToken.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("fencing token is not a number of at most 19 digits: token=" + text);
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775808, fencing token is out of range: token=9223372036854775808",
        "9999999999999999999, fencing token is out of range: token=9999999999999999999",
        "0, fencing token must be positive: token=0",
        "0000000000000000000, fencing token must be positive: token=0"
    })
    void parse_outOfRange_isRefused(String text, String message) {
        assertThatThrownBy(() -> FencingToken.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }
}
