package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.AcquireReply;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TroubleTest {

    private static final long MILLI = 1_000_000;
    private static final IOException RESET = new IOException("reset");
    private static final AcquireReply DOWN = new AcquireReply.Unavailable(RESET);
    private static final AcquireReply UNKNOWN = new AcquireReply.Indeterminate(RESET);

    private final FakeTime time = new FakeTime();
    private final Core core = new Core(
            "c1",
            HoldfastConfig.DEFAULTS.ticker(time).seed(1),
            new Core.Lanes(time, time::execute),
            new Callbacks(Runnable::run, null),
            () -> new FakeBackend("fake"));
    private final Trouble trouble = new Trouble();

    @Test
    void create_isNoTrouble() {
        assertThat(trouble.pause(core.now())).isZero();
        assertThat(trouble.lasting(core.now())).isZero();
        assertThat(trouble.last()).isNull();
    }

    @Test
    void failed_inARow_pausesTwiceAsLongEachTimeUpToASecond() {
        long[] expected = {10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000};
        for (int i = 0; i < expected.length; i++) {
            trouble.failed(core, "a", DOWN);
            assertThat(trouble.pause(core.now()))
                    .as("pause %d", i)
                    .isBetween(expected[i] * MILLI * 9 / 10, expected[i] * MILLI);
        }
        assertThat(trouble.pause(core.now() + 5000 * MILLI)).isZero();
    }

    @Test
    void lasting_countsFromTheFirstFailure() {
        trouble.failed(core, "a", DOWN);
        time.pass(Duration.ofSeconds(3));
        trouble.failed(core, "a", UNKNOWN);

        assertThat(trouble.lasting(core.now())).isEqualTo(3000 * MILLI);
    }

    @Test
    void over_afterFailures_forgetsThem() {
        trouble.failed(core, "a", DOWN);
        trouble.failed(core, "a", DOWN);

        trouble.over();

        assertThat(trouble.pause(core.now())).isZero();
        assertThat(trouble.lasting(core.now())).isZero();
        assertThat(trouble.last()).isNull();
        time.pass(Duration.ofSeconds(9));
        trouble.failed(core, "a", DOWN);
        assertThat(trouble.lasting(core.now())).isZero();
    }

    @Test
    void last_unavailable_isAFreshExceptionWithTheCause() {
        trouble.failed(core, "a", UNKNOWN);
        trouble.failed(core, "a", DOWN);

        assertThat(trouble.last())
                .isInstanceOf(StoreUnavailableException.class)
                .hasCause(RESET)
                .hasMessageContaining("name=\"a\"")
                .isNotSameAs(trouble.last());
    }

    @Test
    void last_indeterminate_saysUnknown() {
        trouble.failed(core, "a", DOWN);
        trouble.failed(core, "a", UNKNOWN);

        assertThat(trouble.last())
                .isInstanceOfSatisfying(
                        IndeterminateException.class, e -> assertThat(e.name()).isEqualTo("a"))
                .hasCause(RESET);
    }

    @Test
    void last_finalFailure_isItself() {
        ConfigurationException wrong = new ConfigurationException("no such table: x=1");
        trouble.failed(core, "a", new AcquireReply.Unavailable(wrong));

        assertThat(trouble.last()).isSameAs(wrong);
    }

    @Test
    void requeued_afterThreeFreeOnes_pauses() {
        for (int i = 0; i < 3; i++) {
            trouble.requeued(core, "a");
            assertThat(trouble.pause(core.now())).as("requeue %d", i).isZero();
        }
        trouble.requeued(core, "a");
        assertThat(trouble.pause(core.now())).isBetween(9 * MILLI, 10 * MILLI);

        trouble.over();
        assertThat(trouble.pause(core.now())).isZero();
    }

    /** A store that never keeps an entry is broken, and waiters must not spin on it for ever. */
    @Test
    void requeued_tooOften_isTrouble() {
        for (int i = 0; i < 50; i++) {
            assertThat(trouble.requeued(core, "a")).as("requeue %d", i).isFalse();
        }

        assertThat(trouble.requeued(core, "a")).isTrue();
        assertThat(trouble.last()).isInstanceOf(IndeterminateException.class);
    }

    @ParameterizedTest
    @CsvSource({"PT0.1S,PT2S", "PT2S,PT2S", "PT7S,PT7S", "PT30S,PT30S", "PT720H,PT30S"})
    void patience_isOneLeaseBetween2And30Seconds(Duration lease, Duration patience) {
        assertThat(Duration.ofNanos(Trouble.patience(LeaseOptions.DEFAULTS.lease(lease))))
                .isEqualTo(patience);
    }
}
