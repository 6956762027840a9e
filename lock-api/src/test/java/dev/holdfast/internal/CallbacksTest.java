package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class CallbacksTest {

    private final FakeTime fallback = new FakeTime();
    private final List<String> heard = new ArrayList<>();

    @Test
    void run_workingExecutor_isUsedAndNothingRunsInline() {
        List<Runnable> queued = new ArrayList<>();
        Callbacks callbacks = new Callbacks(queued::add, fallback);

        callbacks.run(() -> heard.add("a"));

        assertThat(heard).isEmpty();
        assertThat(fallback.runReady()).isZero();
        queued.forEach(Runnable::run);
        assertThat(heard).containsExactly("a");
    }

    @Test
    void run_rejectingExecutor_isReplacedByOurThreadForThatCall() {
        boolean[] full = {true};
        Callbacks callbacks = new Callbacks(
                task -> {
                    if (full[0]) {
                        throw new RejectedExecutionException("full");
                    }
                    task.run();
                },
                fallback);

        callbacks.run(() -> heard.add("a"));
        assertThat(heard).isEmpty();
        assertThat(fallback.runReady()).isEqualTo(1);
        assertThat(heard).containsExactly("a");

        full[0] = false;
        callbacks.run(() -> heard.add("b"));
        assertThat(heard).containsExactly("a", "b");
        assertThat(fallback.runReady()).isZero();
    }

    @Test
    void run_throwingListener_breaksNothing() {
        Callbacks direct = new Callbacks(Runnable::run, fallback);

        assertThatCode(() -> {
                    direct.run(() -> {
                        throw new IllegalStateException("listener of this test");
                    });
                    direct.run(() -> {
                        throw new AssertionError("listener of this test");
                    });
                    direct.run(() -> heard.add("next"));
                })
                .doesNotThrowAnyException();
        assertThat(heard).containsExactly("next");
    }

    /** What a listener throws is no rejection: it must not run twice. */
    @Test
    void run_listenerThrowsRejection_isNotRunAgain() {
        Callbacks direct = new Callbacks(Runnable::run, fallback);

        direct.run(() -> {
            heard.add("a");
            throw new RejectedExecutionException("from inside");
        });

        assertThat(fallback.runReady()).isZero();
        assertThat(heard).containsExactly("a");
    }

    @Test
    void run_throwingListenerOnOurThread_breaksNothing() {
        Callbacks callbacks = new Callbacks(
                task -> {
                    throw new RejectedExecutionException("full");
                },
                fallback);

        callbacks.run(() -> {
            throw new IllegalStateException("listener of this test");
        });

        assertThatCode(fallback::runReady).doesNotThrowAnyException();
    }
}
