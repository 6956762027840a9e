package dev.holdfast.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

    private final VirtualTime time = new VirtualTime(1);
    private final List<String> ran = new ArrayList<>();

    @Test
    void advance_runsEachTaskAtItsMoment() {
        schedule("late", ofSeconds(2));
        schedule("early", ofSeconds(1));
        time.advance(ofMillis(1500));
        assertThat(ran).containsExactly("early at 1000");
        time.advance(ofSeconds(1));
        assertThat(ran).containsExactly("early at 1000", "late at 2000");
        assertThat(time.nanos()).isEqualTo(ofMillis(2500).toNanos());
    }

    @Test
    void advance_taskSchedulesAnother_runsItToo() {
        var unused = time.schedule(() -> schedule("second", ofSeconds(1)), ofSeconds(1));
        time.advance(ofSeconds(2));
        assertThat(ran).containsExactly("second at 2000");
        assertThat(time.pending()).isZero();
    }

    @Test
    void cancel_beforeItsTime_neverRuns() {
        Scheduler.Scheduled task = time.schedule(() -> ran.add("cancelled"), ofSeconds(1));
        task.cancel();
        task.cancel();
        time.advance(ofSeconds(2));
        assertThat(ran).isEmpty();
        assertThat(time.pending()).isZero();
    }

    @Test
    void simultaneousTasks_sameSeed_sameOrder_otherSeed_otherOrder() {
        assertThat(order(5)).isEqualTo(order(5)).isNotEqualTo(order(6));
    }

    @Test
    void jumpWall_movesWallTimeOnly() {
        Instant before = time.wallTime();
        time.jumpWall(ofSeconds(10));
        assertThat(Duration.between(before, time.wallTime())).isEqualTo(ofSeconds(10));
        assertThat(time.nanos()).isZero();
    }

    @Test
    void freeze_runsNothing() {
        schedule("due", ofSeconds(1));
        time.freeze(ofSeconds(5));
        assertThat(ran).isEmpty();
        time.runDue();
        assertThat(ran).containsExactly("due at 5000");
    }

    @Test
    void advance_fromATask_isRefused() {
        time.execute(() -> time.advance(ofSeconds(1)));
        assertThatThrownBy(time::runDue).isInstanceOf(IllegalStateException.class);
    }

    private void schedule(String name, Duration delay) {
        var unused = time.schedule(
                () -> ran.add(name + " at " + Duration.ofNanos(time.nanos()).toMillis()), delay);
    }

    private static List<Integer> order(long seed) {
        VirtualTime time = new VirtualTime(seed);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            time.execute(() -> order.add(number));
        }
        time.runDue();
        return order;
    }
}
