package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class CallbacksTest {

    private final List<Runnable> lane = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();

    private void runLane() {
        List.copyOf(lane).forEach(Runnable::run);
        lane.clear();
    }

    @Test
    void run_noExecutorOfTheApplication_runsOnOurLane() {
        Callbacks callbacks = new Callbacks(lane::add, null);

        callbacks.run(() -> heard.add("a"));
        assertThat(heard).isEmpty();
        runLane();

        assertThat(heard).containsExactly("a");
    }

    /** An executor that runs tasks in the calling thread must not get the watchdog's. */
    @Test
    void run_callerRunsExecutor_isCalledFromOurLane() {
        Callbacks callbacks = new Callbacks(lane::add, Runnable::run);

        callbacks.run(() -> heard.add("a"));
        assertThat(heard).isEmpty();
        runLane();

        assertThat(heard).containsExactly("a");
    }

    @Test
    void run_rejectingExecutor_isReplacedByOurLaneForThatCall() {
        boolean[] full = {true};
        List<Runnable> theirs = new ArrayList<>();
        Callbacks callbacks = new Callbacks(lane::add, task -> {
            if (full[0]) {
                throw new RejectedExecutionException("full");
            }
            theirs.add(task);
        });

        callbacks.run(() -> heard.add("a"));
        runLane();
        assertThat(heard).containsExactly("a");

        full[0] = false;
        callbacks.run(() -> heard.add("b"));
        runLane();
        assertThat(heard).containsExactly("a");
        theirs.forEach(Runnable::run);
        assertThat(heard).containsExactly("a", "b");
    }

    @Test
    void run_throwingListener_breaksNothing() {
        Callbacks callbacks = new Callbacks(lane::add, null);
        callbacks.run(() -> {
            throw new IllegalStateException("listener of this test");
        });
        callbacks.run(() -> {
            throw new AssertionError("listener of this test");
        });
        callbacks.run(() -> heard.add("next"));

        assertThatCode(this::runLane).doesNotThrowAnyException();
        assertThat(heard).containsExactly("next");
    }

    /** What a listener throws is no rejection: it must not run twice. */
    @Test
    void run_listenerThrowsRejection_isNotRunAgain() {
        Callbacks callbacks = new Callbacks(lane::add, Runnable::run);

        callbacks.run(() -> {
            heard.add("a");
            throw new RejectedExecutionException("from inside");
        });
        runLane();

        assertThat(heard).containsExactly("a");
    }

    /** After close our lane takes nothing; a future must complete all the same. */
    @Test
    void run_closedLane_runsHere() {
        Callbacks callbacks = new Callbacks(
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                null);

        callbacks.run(() -> heard.add("a"));

        assertThat(heard).containsExactly("a");
    }

    @Test
    void inside_isTrueOnlyInACallback() {
        Callbacks callbacks = new Callbacks(Runnable::run, null);

        callbacks.run(() -> heard.add("inside " + Callbacks.inside()));

        assertThat(heard).containsExactly("inside true");
        assertThat(Callbacks.inside()).isFalse();
    }
}
