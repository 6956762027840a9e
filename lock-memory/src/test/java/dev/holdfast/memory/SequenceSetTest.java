package dev.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceSetTest {

    @Test
    void add_randomRanges_agreesWithPlainSet() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            SequenceSet ranges = new SequenceSet();
            Set<Long> plain = new HashSet<>();
            for (int i = 0; i < 60; i++) {
                long first = 1L + random.nextInt(100);
                long last = first + random.nextInt(6) - 1;
                ranges.addRange(first, last);
                for (long value = first; value <= last; value++) {
                    plain.add(value);
                }
            }
            for (long value = 0; value < 120; value++) {
                assertThat(ranges.contains(value)).as("value %s", value).isEqualTo(plain.contains(value));
            }
        }
    }

    @Test
    void add_denseInAnyOrder_leavesOneRange() {
        SequenceSet ranges = new SequenceSet();
        for (long value = 1; value <= 1000; value += 2) {
            ranges.add(value);
        }
        for (long value = 1000; value >= 2; value -= 2) {
            ranges.add(value);
        }
        assertThat(ranges.ranges()).isEqualTo(1);
    }
}
