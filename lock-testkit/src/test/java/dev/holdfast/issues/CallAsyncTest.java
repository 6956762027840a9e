package dev.holdfast.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Lease;
import dev.holdfast.testkit.Rule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A body of callAsync that goes wrong: the lock is released and the future fails. */
class CallAsyncTest {

    private final Bench bench = Bench.virtual();
    private final Bench.Client client = bench.client();

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule("L-6")
    @SuppressWarnings("NullAway") // the application's mistake is the point
    void callAsync_bodyReturnsNull_failsAndReleases() {
        assertFailsAndReleases(lease -> null, NullPointerException.class);
    }

    @Test
    @Rule("L-6")
    void callAsync_bodyThrows_failsAndReleases() {
        assertFailsAndReleases(
                lease -> {
                    throw new UnsupportedOperationException("body");
                },
                UnsupportedOperationException.class);
    }

    @Test
    @Rule("L-6")
    void callAsync_bodyThrowsAnError_failsAndReleases() {
        assertFailsAndReleases(
                lease -> {
                    throw new StackOverflowError();
                },
                StackOverflowError.class);
    }

    @Test
    @Rule("L-6")
    void callAsync_stageThrows_failsAndReleases() {
        assertFailsAndReleases(lease -> new BrokenStage(), IllegalCallerException.class);
    }

    private static final class BrokenStage extends CompletableFuture<String> {
        @Override
        public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
            throw new IllegalCallerException("no callbacks here");
        }
    }

    private void assertFailsAndReleases(
            Function<Lease, CompletionStage<String>> body, Class<? extends Throwable> expected) {
        CompletableFuture<String> result = client.lock("n").callAsync(body);
        bench.time.runDue();
        assertThat(result)
                .failsWithin(java.time.Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(expected);
        bench.held(bench.client().lock("n")).release();
        bench.time.advance(java.time.Duration.ofMinutes(1));
        assertThat(client.script().renew.calls()).isZero();
    }
}
