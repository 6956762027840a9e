package dev.holdfast;

import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How a client is set up. Immutable; each method returns a changed copy. */
public final class HoldfastConfig {

    /** The documented defaults. */
    public static final HoldfastConfig DEFAULTS = new HoldfastConfig(new Values());

    private final Values values;

    private HoldfastConfig(Values values) {
        this.values = values;
    }

    /** The lease options of every lock that does not change them. */
    public HoldfastConfig lease(UnaryOperator<LeaseOptions> change) {
        LeaseOptions lease = Objects.requireNonNull(change.apply(values.lease), "lease options");
        return with(v -> v.lease = lease);
    }

    /** What others see as {@link dev.holdfast.lock.Holder#application()}. */
    public HoldfastConfig application(String application) {
        Objects.requireNonNull(application, "application");
        return with(v -> v.application = application);
    }

    /** Hears every event. */
    public HoldfastConfig listener(HoldfastListener listener) {
        Objects.requireNonNull(listener, "listener");
        return with(v -> v.listener = listener);
    }

    /**
     * Where listeners run and futures complete. For a call in which it throws, our own thread takes its place; each task runs
     * once, even where it had run or runs later.
     */
    public HoldfastConfig callbackExecutor(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return with(v -> v.callbackExecutor = executor);
    }

    /** Refuses stores that lack one of these. */
    public HoldfastConfig require(Capability... capabilities) {
        Set<Capability> all = EnumSet.noneOf(Capability.class);
        all.addAll(values.required);
        all.addAll(List.of(capabilities));
        return with(v -> v.required = Set.copyOf(all));
    }

    /** Connects at the first use instead of at open; an acquire waits for that no longer than its own wait, others at most 5 s. */
    public HoldfastConfig lazy(boolean lazy) {
        return with(v -> v.lazy = lazy);
    }

    /**
     * How many leases, and for how long, one grant may be handed on inside this client before other clients have their
     * turn.
     *
     * @param leases 0..4096; 0 or 1 turns it off
     * @param time how long
     */
    public HoldfastConfig localHandOff(int leases, Duration time) {
        check("localHandOff", leases, 0, 4096);
        requireNotNegative("localHandOff", time);
        return with(v -> {
            v.handOffLeases = leases;
            v.handOffTime = time;
        });
    }

    /** The most waiters for one name, 1 or more; beyond, acquires are refused with QUEUE_FULL. */
    public HoldfastConfig waitersPerName(int most) {
        check("waitersPerName", most, 1, Integer.MAX_VALUE);
        return with(v -> v.waitersPerName = most);
    }

    /** The most waiters of the client, 1 or more; beyond, acquires are refused with QUEUE_FULL. */
    public HoldfastConfig waitersPerClient(int most) {
        check("waitersPerClient", most, 1, Integer.MAX_VALUE);
        return with(v -> v.waitersPerClient = most);
    }

    /** How long {@link Holdfast#close()} waits for holders. */
    public HoldfastConfig closeGrace(Duration grace) {
        requireNotNegative("closeGrace", grace);
        return with(v -> v.closeGrace = grace);
    }

    /** The bound on one command; the default is the lesser of 2 s and a sixth of the lease. */
    public HoldfastConfig commandTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new InvalidInputException("commandTimeout must be positive", "commandTimeout", timeout.toString());
        }
        return with(v -> v.commandTimeout = timeout);
    }

    /** Uses this provider whatever is on the class path. */
    public HoldfastConfig provider(BackendProvider provider) {
        Objects.requireNonNull(provider, "provider");
        return with(v -> v.provider = provider);
    }

    /** Injects time; for tests. */
    public HoldfastConfig ticker(Ticker ticker) {
        Objects.requireNonNull(ticker, "ticker");
        return with(v -> v.ticker = ticker);
    }

    /**
     * Injects threads; for tests. What it rejects is offered again until it is taken or the client has closed, in real time
     * where its own timer rejects too.
     */
    public HoldfastConfig scheduler(Scheduler scheduler) {
        Objects.requireNonNull(scheduler, "scheduler");
        return with(v -> v.scheduler = scheduler);
    }

    /** Seeds the jitter; for tests. */
    public HoldfastConfig seed(long seed) {
        return with(v -> v.seed = seed);
    }

    /** See {@link #lease(UnaryOperator)}. */
    public LeaseOptions lease() {
        return values.lease;
    }

    /** See {@link #application(String)}. */
    public String application() {
        return values.application;
    }

    /** See {@link #listener(HoldfastListener)}. */
    public HoldfastListener listener() {
        return values.listener;
    }

    /** See {@link #callbackExecutor(Executor)}; empty for our own. */
    public Optional<Executor> callbackExecutor() {
        return Optional.ofNullable(values.callbackExecutor);
    }

    /** See {@link #require}. */
    public Set<Capability> required() {
        return values.required;
    }

    /** See {@link #lazy(boolean)}. */
    public boolean lazy() {
        return values.lazy;
    }

    /** See {@link #localHandOff}. */
    public int handOffLeases() {
        return values.handOffLeases;
    }

    /** See {@link #localHandOff}. */
    public Duration handOffTime() {
        return values.handOffTime;
    }

    /** See {@link #waitersPerName(int)}. */
    public int waitersPerName() {
        return values.waitersPerName;
    }

    /** See {@link #waitersPerClient(int)}. */
    public int waitersPerClient() {
        return values.waitersPerClient;
    }

    /** See {@link #closeGrace(Duration)}. */
    public Duration closeGrace() {
        return values.closeGrace;
    }

    /** See {@link #commandTimeout(Duration)}; empty for the default. */
    public Optional<Duration> commandTimeout() {
        return Optional.ofNullable(values.commandTimeout);
    }

    /** See {@link #provider(BackendProvider)}. */
    public Optional<BackendProvider> provider() {
        return Optional.ofNullable(values.provider);
    }

    /** See {@link #ticker(Ticker)}. */
    public Ticker ticker() {
        return values.ticker;
    }

    /** See {@link #scheduler(Scheduler)}; empty for our own. */
    public Optional<Scheduler> scheduler() {
        return Optional.ofNullable(values.scheduler);
    }

    /** See {@link #seed(long)}; empty for a random one. */
    public Optional<Long> seed() {
        return Optional.ofNullable(values.seed);
    }

    private static void check(String parameter, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidInputException(
                    parameter + " is out of range", parameter, Integer.toString(value), "range=" + least + ".." + most);
        }
    }

    private static void requireNotNegative(String parameter, Duration value) {
        if (value.isNegative()) {
            throw new InvalidInputException(parameter + " must not be negative", parameter, value.toString());
        }
    }

    private HoldfastConfig with(Consumer<Values> change) {
        Values copy = new Values(values);
        change.accept(copy);
        return new HoldfastConfig(copy);
    }

    /** The mutable inside of a copy; never visible before its change is done. */
    private static final class Values {
        LeaseOptions lease = LeaseOptions.DEFAULTS;
        String application = "";
        HoldfastListener listener = event -> {};

        @Nullable
        Executor callbackExecutor;

        Set<Capability> required = Set.of();
        boolean lazy;
        int handOffLeases = 64;
        Duration handOffTime = Duration.ofMillis(100);
        int waitersPerName = 10_000;
        int waitersPerClient = 100_000;
        Duration closeGrace = Duration.ofSeconds(10);

        @Nullable
        Duration commandTimeout;

        @Nullable
        BackendProvider provider;

        Ticker ticker = Ticker.system();

        @Nullable
        Scheduler scheduler;

        @Nullable
        Long seed;

        Values() {}

        Values(Values other) {
            lease = other.lease;
            application = other.application;
            listener = other.listener;
            callbackExecutor = other.callbackExecutor;
            required = other.required;
            lazy = other.lazy;
            handOffLeases = other.handOffLeases;
            handOffTime = other.handOffTime;
            waitersPerName = other.waitersPerName;
            waitersPerClient = other.waitersPerClient;
            closeGrace = other.closeGrace;
            commandTimeout = other.commandTimeout;
            provider = other.provider;
            ticker = other.ticker;
            scheduler = other.scheduler;
            seed = other.seed;
        }
    }
}
