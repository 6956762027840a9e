package dev.holdfast.internal;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.StoreUri;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts clients together. */
public final class Opening {

    private static final String DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final int ID_LENGTH = 16;
    private static final Duration BOUND = Duration.ofSeconds(5);

    private Opening() {}

    /** See {@link Holdfast#open(String, java.util.function.UnaryOperator)}. */
    public static Holdfast open(String text, HoldfastConfig config) {
        StoreUri uri = StoreUri.parse(text);
        Providers providers = Providers.find(config.provider().orElse(null));
        BackendProvider provider = providers.of(uri);
        return assemble(context -> provider.open(uri, context), config, uri.toString(), providers.all());
    }

    /** See {@link Holdfast#over}. */
    public static Holdfast over(Function<BackendContext, Backend> backend, HoldfastConfig config) {
        return assemble(backend, config, "given by the application", Map.of());
    }

    private static Holdfast assemble(
            Function<BackendContext, Backend> opener,
            HoldfastConfig config,
            String description,
            Map<String, BackendProvider> providers) {
        String clientId = freshId();
        Threads threads = config.scheduler().isPresent() ? null : new Threads(clientId);
        Scheduler scheduler = threads != null ? threads : config.scheduler().orElseThrow();
        Callbacks callbacks = new Callbacks(
                threads == null ? scheduler::execute : threads.callbacks(),
                config.callbackExecutor().orElse(null));
        Core.Lanes lanes = new Core.Lanes(scheduler, threads == null ? scheduler::execute : threads.renewals());
        Events events = new Events();
        BackendContext context = new BackendContext(clientId, config.ticker(), scheduler, events);
        LazyBackend backend =
                new LazyBackend(() -> checked(opener.apply(context), config, providers), description, BOUND);
        Core core =
                new Core(clientId, config, lanes, callbacks, () -> backend.get().locks());
        events.connect(core);
        try {
            if (!config.lazy()) {
                openWithin(BOUND, backend, threads);
            }
            return new Client(core, backend, threads);
        } catch (RuntimeException failed) {
            if (threads != null) {
                threads.stop(Duration.ZERO);
            }
            throw failed;
        }
    }

    private static Backend checked(Backend opened, HoldfastConfig config, Map<String, BackendProvider> providers) {
        try {
            Requirements.check(config.required(), opened.locks().capabilities(), opened.description(), providers);
            return opened;
        } catch (RuntimeException | Error lacking) {
            try {
                opened.close();
            } catch (RuntimeException unclean) {
                lacking.addSuppressed(unclean);
            }
            throw lacking;
        }
    }

    /** Fails in time even if the store's driver does not. What opens later is closed. */
    private static void openWithin(Duration bound, LazyBackend backend, @Nullable Threads threads) {
        if (threads == null) {
            backend.get();
            return;
        }
        CompletableFuture<Backend> opened = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                opened.complete(backend.get());
            } catch (RuntimeException | Error failed) {
                opened.completeExceptionally(failed);
            }
        });
        try {
            opened.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw cause(failed, backend);
        } catch (TimeoutException late) {
            backend.close();
            throw new StoreUnavailableException(
                    "store did not open in time: store=" + backend.description() + ", limit=" + bound
                            + "; is it running?",
                    late);
        } catch (InterruptedException interrupted) {
            backend.close();
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException(
                    "interrupted while opening: store=" + backend.description(), interrupted);
        }
    }

    private static RuntimeException cause(ExecutionException failed, LazyBackend backend) {
        return failed.getCause() instanceof RuntimeException own
                ? own
                : new StoreUnavailableException(
                        "store did not open: store=" + backend.description() + ", cause=" + failed.getCause(),
                        failed.getCause());
    }

    /** Fresh per client from the system's entropy, so that two processes never share one, also after a snapshot restore. */
    private static String freshId() {
        SecureRandom random = new SecureRandom();
        StringBuilder id = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return id.toString();
    }
}
