package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class RedRulesTest {

    @Test
    void of_class_tellsRedGreenAndSkippedApart() {
        RedRules red = RedRules.of(MixedCase.class);
        assertThat(red.rules()).containsExactlyInAnyOrder("one", "two", "no rule: failsWithoutARule");
        assertThat(red.tests()).containsExactlyInAnyOrder("fails", "failsWithoutARule");
        assertThat(red.green()).isEqualTo(1);
        assertThat(red.skipped()).containsExactlyInAnyOrder("isAborted", "isDisabled");
        assertThat(red.reasons().get("fails")).hasMessage("broken");
    }

    @Test
    void of_someTests_runsNoOthers() {
        RedRules red = RedRules.of(MixedCase.class, test -> test.getName().startsWith("fails"));
        assertThat(red.tests()).containsExactlyInAnyOrder("fails", "failsWithoutARule");
        assertThat(red.green()).isZero();
        assertThat(red.skipped()).isEmpty();
    }

    @Test
    void of_someTestsWithABound_endsThoseThatHang() {
        RedRules red = RedRules.of(HangingCase.class, test -> true, Duration.ofMillis(200));
        assertThat(red.rules()).containsExactly("nine");
    }

    @Test
    void of_classThatCannotStart_isNotGreen() {
        RedRules red = RedRules.of(NeverStartingCase.class);
        assertThat(red.green()).isZero();
        assertThat(red.rules()).hasSize(1);
        assertThat(red.reasons().values())
                .singleElement()
                .satisfies(why -> assertThat(why).hasMessageContaining("servers"));
    }

    static class MixedCase {
        @Test
        @Rule("three")
        void passes() {}

        @Test
        @Rule({"one", "two"})
        void fails() {
            throw new IllegalStateException("broken");
        }

        @Test
        void failsWithoutARule() {
            throw new IllegalStateException("broken");
        }

        @Test
        @Rule("four")
        void isAborted() {
            Assumptions.abort("not here");
        }

        @Test
        @Disabled("for the test")
        @Rule("five")
        void isDisabled() {}
    }

    static class HangingCase {
        @Test
        @Rule("nine")
        void hangs() throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    static class NeverStartingCase {
        @BeforeAll
        static void start() {
            assertThat(1).as("servers").isZero();
        }

        @Test
        @Rule("one")
        void passes() {}
    }
}
