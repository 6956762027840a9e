package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.spi.Share.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {

    @Test
    void mutex_isOneOfOne() {
        assertThat(Share.MUTEX).isEqualTo(new Share(Mode.MUTEX, 1, 1, false));
        assertThat(Share.MUTEX.isMutex()).isTrue();
        assertThat(new Share(Mode.READ, 1, 2, false).isMutex()).isFalse();
    }

    @Test
    void create_wholeCapacity_isAllowed() {
        assertThat(new Share(Mode.WRITE, 1_000_000, 1_000_000, false).weight()).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @CsvSource({"0,1", "-1,5", "2,1", "6,5", "1,0"})
    void create_weightOutOfRange_isRefused(int weight, int capacity) {
        assertThatThrownBy(() -> new Share(Mode.PERMITS, weight, capacity, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("weight is out of range: weight=" + weight + ", range=1.." + capacity);
    }
}
