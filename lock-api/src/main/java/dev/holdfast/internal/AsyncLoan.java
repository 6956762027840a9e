package dev.holdfast.internal;

import dev.holdfast.lock.Lease;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Acquire, a body's stage, release, without a thread that waits. The release may block and runs on an I/O thread. */
final class AsyncLoan<T extends @Nullable Object> {

    private final Core core;
    private final CompletableFuture<Lease> acquired;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    AsyncLoan(Core core, CompletableFuture<Lease> acquired) {
        this.core = core;
        this.acquired = acquired;
    }

    CompletableFuture<T> lend(Function<? super Lease, ? extends CompletionStage<T>> body) {
        var unusedAbandon = result.whenComplete((value, failure) -> {
            if (failure != null) {
                acquired.cancel(false);
            }
        });
        var unusedRun = acquired.whenComplete((lease, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else {
                run(lease, body);
            }
        });
        return result;
    }

    private void run(Lease lease, Function<? super Lease, ? extends CompletionStage<T>> body) {
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(body.apply(lease), "the body returned no stage");
        } catch (RuntimeException | Error thrown) {
            stage = CompletableFuture.failedFuture(thrown);
        }
        try {
            endAfter(stage, lease);
        } catch (RuntimeException | Error broken) {
            endAfter(CompletableFuture.failedFuture(broken), lease); // the stage is the application's own
        }
    }

    private void endAfter(CompletionStage<T> stage, Lease lease) {
        var unusedEnd = stage.whenComplete((value, failure) -> core.endings.execute(() -> end(lease, value, failure)));
    }

    private void end(Lease lease, T value, @Nullable Throwable failure) {
        Throwable outcome = failure;
        try {
            lease.close();
        } catch (RuntimeException lost) {
            if (outcome == null) {
                outcome = lost;
            } else {
                outcome.addSuppressed(lost);
            }
        }
        Throwable thrown = outcome;
        core.callbacks.run(() -> {
            if (thrown == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(thrown);
            }
        });
    }
}
