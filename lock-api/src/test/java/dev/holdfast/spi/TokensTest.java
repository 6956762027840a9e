package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {

    private static final long START = Tokens.EPOCH_MICROS;

    @Test
    void epoch_isTheStartOf2025() {
        assertThat(Tokens.EPOCH_MICROS)
                .isEqualTo(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2025-01-01T00:00:00Z")));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100_000_000_000_001L, 1L << 50, (1L << 50) + 1, (1L << 51) - 1})
    void token_anyBase_isExactlyBaseTimes4096PlusN(long base) {
        for (int n : new int[] {0, 1, 4095}) {
            BigInteger exact =
                    BigInteger.valueOf(base).multiply(BigInteger.valueOf(4096)).add(BigInteger.valueOf(n));
            assertThat(Tokens.token(base, n)).isEqualTo(exact.longValueExact()).isPositive();
        }
    }

    @Test
    void token_lastOfAGrant_isBelowTheFirstOfTheNext() {
        assertThat(Tokens.token(7, Tokens.LEASES_PER_GRANT - 1) + 1).isEqualTo(Tokens.token(8, 0));
        assertThat(Tokens.token(Tokens.MAX_BASE, 4095)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "-1,0", "2251799813685248,0", "9223372036854775807,0", "1,-1", "1,4096"})
    void token_outOfRange_isRefused(long base, int n) {
        assertThatThrownBy(() -> Tokens.token(base, n))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("token out of range: base=" + base + ", n=" + n);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, 0, 5", // time alone
        "9, 5, 0, 10", // the clock is behind
        "5, 5, 0, 6", // twice in one microsecond
        "0, -9, 0, 1", // a clock before 2025
        "100000000000001, 5, 0, 100000000000002",
        "1125899906842624, 5, 0, 1125899906842625"
    })
    void nextBase_lastAndTime_takesTheHigher(long last, long micros, long floor, long expected) {
        assertThat(Tokens.nextBase(last, START + micros, floor)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4095, 4096, 4097, 100_000_000_000_001L, (1L << 62) + 17})
    void nextBase_floor_isBelowTheFirstTokenByLessThanOneBlock(long floor) {
        long first = Tokens.token(Tokens.nextBase(0, START, floor), 0);

        assertThat(first).isGreaterThan(floor).isLessThanOrEqualTo(floor + Tokens.LEASES_PER_GRANT);
    }

    @Test
    void nextBase_lowFloor_changesNothing() {
        assertThat(Tokens.nextBase(41, START, 4096)).isEqualTo(42);
    }

    @Test
    void nextBase_afterTheLast_isRefusedAsToken() {
        long beyond = Tokens.nextBase(Tokens.MAX_BASE, START, 0);

        assertThatThrownBy(() -> Tokens.token(beyond, 0)).isInstanceOf(IllegalStateException.class);
    }
}
