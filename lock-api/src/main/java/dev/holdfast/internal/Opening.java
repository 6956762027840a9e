package dev.holdfast.internal;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.StoreUri;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

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
        Callbacks callbacks = new Callbacks(
                threads == null ? config.scheduler().orElseThrow()::execute : threads.callbacks(),
                config.callbackExecutor().orElse(null));
        Core.Lanes lanes = threads == null
                ? Core.Lanes.of(config.scheduler().orElseThrow())
                : new Core.Lanes(threads, threads.renewals(), threads.endings());
        Events events = new Events();
        BackendContext context = new BackendContext(clientId, config.ticker(), lanes.scheduler(), events);
        LazyBackend backend = new LazyBackend(
                () -> checked(opener.apply(context), config, providers),
                description,
                BOUND,
                threads == null ? Runnable::run : threads);
        Core core =
                new Core(clientId, config, lanes, callbacks, () -> backend.get().locks());
        events.connect(core);
        core.openBy(backend::open);
        try {
            if (!config.lazy()) {
                backend.get();
            }
            return new Client(core, backend, threads);
        } catch (RuntimeException | Error failed) {
            backend.close();
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
