package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseOptionsTest {

    private static final Map<String, Function<LeaseOptions, Object>> READS = Map.of(
            "lease", LeaseOptions::lease,
            "renewed", LeaseOptions::renewed,
            "defaultWait", LeaseOptions::defaultWait,
            "lossPolicy", LeaseOptions::lossPolicy,
            "fair", LeaseOptions::fair,
            "note", LeaseOptions::note,
            "tokenFloor", LeaseOptions::tokenFloor);

    private static final Map<String, UnaryOperator<LeaseOptions>> CHANGES = Map.of(
            "lease", o -> o.lease(Duration.ofSeconds(5)),
            "renewed", o -> o.renewed(false),
            "defaultWait", o -> o.defaultWait(Duration.ofSeconds(3)),
            "lossPolicy", o -> o.lossPolicy(LossPolicy.INTERRUPT),
            "fair", o -> o.fair(true),
            "note", o -> o.note("nightly"),
            "tokenFloor", o -> o.tokenFloor(17));

    @Test
    void defaults_areThoseOfTheTable() {
        LeaseOptions defaults = LeaseOptions.DEFAULTS;

        assertThat(defaults.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(defaults.renewed()).isTrue();
        assertThat(defaults.defaultWait()).isEmpty();
        assertThat(defaults.lossPolicy()).isEqualTo(LossPolicy.THROW_IF_UNTOLD);
        assertThat(defaults.fair()).isFalse();
        assertThat(defaults.note()).isEmpty();
        assertThat(defaults.tokenFloor()).isZero();
    }

    @Test
    void wither_each_setsItsValue() {
        LeaseOptions changed = allChanged();

        assertThat(changed.lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(changed.renewed()).isFalse();
        assertThat(changed.defaultWait()).contains(Duration.ofSeconds(3));
        assertThat(changed.lossPolicy()).isEqualTo(LossPolicy.INTERRUPT);
        assertThat(changed.fair()).isTrue();
        assertThat(changed.note()).isEqualTo("nightly");
        assertThat(changed.tokenFloor()).isEqualTo(17);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "renewed", "defaultWait", "lossPolicy", "fair", "note", "tokenFloor"})
    void wither_any_changesOnlyItsValueAndOnlyInTheCopy(String option) {
        LeaseOptions before = LeaseOptions.DEFAULTS.note("x").tokenFloor(3);
        Map<String, Object> old = read(before);

        Map<String, Object> now =
                read(Objects.requireNonNull(CHANGES.get(option)).apply(before));

        assertThat(read(before)).isEqualTo(old);
        assertThat(now.get(option)).isNotEqualTo(old.get(option));
        now.put(option, Objects.requireNonNull(old.get(option)));
        assertThat(now).isEqualTo(old);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "renewed", "defaultWait", "lossPolicy", "fair", "note", "tokenFloor"})
    void wither_any_keepsWhatWasSetBefore(String option) {
        LeaseOptions before = allChanged();

        LeaseOptions again = Objects.requireNonNull(CHANGES.get(option)).apply(before);

        assertThat(read(again)).isEqualTo(read(before));
    }

    private static LeaseOptions allChanged() {
        LeaseOptions changed = LeaseOptions.DEFAULTS;
        for (UnaryOperator<LeaseOptions> change : CHANGES.values()) {
            changed = change.apply(changed);
        }
        return changed;
    }

    private static Map<String, Object> read(LeaseOptions options) {
        Map<String, Object> values = new HashMap<>();
        READS.forEach((name, read) -> values.put(name, read.apply(options)));
        return values;
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.1S", "PT0.999S", "PT720H"})
    void lease_inRange_isKeptExactly(String lease) {
        assertThat(LeaseOptions.DEFAULTS.lease(Duration.parse(lease)).lease()).hasToString(lease);
    }

    /** P11: what lies outside 100 ms..30 d is rejected before any traffic. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PT0S",
                "PT-1S",
                "PT0.001S",
                "PT0.099999999S",
                "PT720H0.000000001S",
                "PT9600H",
                "PT2562047788015215H30M7S",
                "PT-2562047788015215H-30M-8S"
            })
    void lease_outOfRange_isRefusedWithTheRange_P11(String lease) {
        assertThatThrownBy(() -> LeaseOptions.DEFAULTS.lease(Duration.parse(lease)))
                .isInstanceOfSatisfying(InvalidInputException.class, e -> {
                    assertThat(e.parameter()).isEqualTo("lease");
                    assertThat(e.value()).isEqualTo(lease);
                })
                .hasMessage("lease is out of range: lease=" + lease + ", range=PT0.1S..PT720H");
    }

    @Test
    void defaultWait_zero_isAllowed() {
        assertThat(LeaseOptions.DEFAULTS.defaultWait(Duration.ZERO).defaultWait())
                .contains(Duration.ZERO);
    }

    @Test
    void defaultWait_negative_isRefused() {
        assertThatThrownBy(() -> LeaseOptions.DEFAULTS.defaultWait(Duration.ofNanos(-1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("wait must not be negative: wait=PT-0.000000001S, use zero for one attempt");
    }

    @Test
    void note_of256Characters_isTheLongest() {
        assertThat(LeaseOptions.DEFAULTS.note("n".repeat(256)).note()).hasSize(256);
        assertThatThrownBy(() -> LeaseOptions.DEFAULTS.note("n".repeat(257)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("note is too long: length=257, limit=256");
    }

    @ParameterizedTest
    @CsvSource({"0", "9223372036854775807"})
    void tokenFloor_inRange_isKept(long floor) {
        assertThat(LeaseOptions.DEFAULTS.tokenFloor(floor).tokenFloor()).isEqualTo(floor);
    }

    @Test
    void tokenFloor_negative_isRefused() {
        assertThatThrownBy(() -> LeaseOptions.DEFAULTS.tokenFloor(-1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("token floor must not be negative: tokenFloor=-1");
    }
}
