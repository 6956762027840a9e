package dev.holdfast.internal;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A backend that is opened by its first use, in the opening executor and under no lock; everybody waits for it within a bound.
 * A failed opening is tried again by the next use; what is opened after {@link #close} is closed at once. Thread-safe.
 */
final class LazyBackend implements Supplier<Backend> {

    private final Supplier<Backend> opener;
    private final String description;
    private final Duration bound;
    private final Executor executor;
    private final AtomicReference<@Nullable CompletableFuture<Backend>> opening = new AtomicReference<>();
    private volatile @Nullable Backend opened;
    private volatile boolean closed;

    /** Opens in the thread of the first user. */
    LazyBackend(Supplier<Backend> opener, String description, Duration bound) {
        this(opener, description, bound, Runnable::run);
    }

    LazyBackend(Supplier<Backend> opener, String description, Duration bound, Executor executor) {
        this.opener = opener;
        this.description = description;
        this.bound = bound;
        this.executor = executor;
    }

    @Override
    public Backend get() {
        Backend now = opened;
        return now != null ? now : await(opening(), bound);
    }

    /** Opens it where it is not open, waiting at most so long. */
    void open(Duration within) {
        if (opened == null) {
            await(opening(), Core.least(within, bound));
        }
    }

    /** The backend, where it is open. */
    Optional<Backend> ifOpen() {
        return Optional.ofNullable(opened);
    }

    private CompletableFuture<Backend> opening() {
        CompletableFuture<Backend> mine = new CompletableFuture<>();
        CompletableFuture<Backend> first = opening.compareAndExchange(null, mine);
        if (first != null) {
            return first;
        }
        try {
            executor.execute(() -> openInto(mine));
        } catch (RuntimeException rejected) {
            opening.set(null);
            mine.completeExceptionally(rejected);
        }
        return mine;
    }

    private void openInto(CompletableFuture<Backend> mine) {
        try {
            mine.complete(keep(opener.get()));
        } catch (RuntimeException | Error failed) {
            opening.set(null);
            mine.completeExceptionally(failed);
        }
    }

    private Backend keep(Backend now) {
        opened = now;
        if (closed) {
            now.close();
            throw new StoreUnavailableException("client was closed while its store opened: store=" + description, null);
        }
        return now;
    }

    private Backend await(CompletableFuture<Backend> first, Duration within) {
        try {
            return first.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException own) {
                throw own;
            }
            throw new StoreUnavailableException(
                    "store did not open: store=" + description + ", cause=" + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new StoreUnavailableException(
                    "store did not open in time: store=" + description + ", limit=" + within + "; is it running?",
                    late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while opening: store=" + description, interrupted);
        }
    }

    String description() {
        Backend now = opened;
        return now == null ? description : now.description();
    }

    void close() {
        closed = true;
        Backend now = opened;
        if (now != null) {
            now.close();
        }
    }
}
