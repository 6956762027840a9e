package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HoldfastConfigTest {

    private static final HoldfastConfig DEFAULTS = HoldfastConfig.DEFAULTS;
    private static final HoldfastListener LISTENER = event -> {};
    private static final Executor EXECUTOR = Runnable::run;
    private static final Ticker TICKER = new StoppedTicker();
    private static final Scheduler SCHEDULER = new NoScheduler();
    private static final BackendProvider PROVIDER = new NoProvider();

    private static final Map<String, Function<HoldfastConfig, Object>> READS = Map.ofEntries(
            Map.entry("lease", HoldfastConfig::lease),
            Map.entry("application", HoldfastConfig::application),
            Map.entry("listener", HoldfastConfig::listener),
            Map.entry("callbackExecutor", HoldfastConfig::callbackExecutor),
            Map.entry("required", HoldfastConfig::required),
            Map.entry("lazy", HoldfastConfig::lazy),
            Map.entry("handOffLeases", HoldfastConfig::handOffLeases),
            Map.entry("handOffTime", HoldfastConfig::handOffTime),
            Map.entry("waitersPerName", HoldfastConfig::waitersPerName),
            Map.entry("waitersPerClient", HoldfastConfig::waitersPerClient),
            Map.entry("closeGrace", HoldfastConfig::closeGrace),
            Map.entry("commandTimeout", HoldfastConfig::commandTimeout),
            Map.entry("provider", HoldfastConfig::provider),
            Map.entry("ticker", HoldfastConfig::ticker),
            Map.entry("scheduler", HoldfastConfig::scheduler),
            Map.entry("seed", HoldfastConfig::seed));

    /** Each change, and the values it may touch. */
    private record Change(Set<String> values, UnaryOperator<HoldfastConfig> change) {
        Change(String value, UnaryOperator<HoldfastConfig> change) {
            this(Set.of(value), change);
        }
    }

    static List<Change> changes() {
        return List.of(
                new Change("lease", c -> c.lease(o -> o.lease(Duration.ofSeconds(9)))),
                new Change("application", c -> c.application("shop")),
                new Change("listener", c -> c.listener(LISTENER)),
                new Change("callbackExecutor", c -> c.callbackExecutor(EXECUTOR)),
                new Change("required", c -> c.require(Capability.CONSENSUS)),
                new Change("lazy", c -> c.lazy(true)),
                new Change(Set.of("handOffLeases", "handOffTime"), c -> c.localHandOff(3, Duration.ofMillis(4))),
                new Change("waitersPerName", c -> c.waitersPerName(5)),
                new Change("waitersPerClient", c -> c.waitersPerClient(6)),
                new Change("closeGrace", c -> c.closeGrace(Duration.ofSeconds(7))),
                new Change("commandTimeout", c -> c.commandTimeout(Duration.ofSeconds(8))),
                new Change("provider", c -> c.provider(PROVIDER)),
                new Change("ticker", c -> c.ticker(TICKER)),
                new Change("scheduler", c -> c.scheduler(SCHEDULER)),
                new Change("seed", c -> c.seed(10)));
    }

    @Test
    void defaults_areThoseOfTheTable() {
        assertThat(DEFAULTS.lease()).isSameAs(LeaseOptions.DEFAULTS);
        assertThat(DEFAULTS.application()).isEmpty();
        assertThat(DEFAULTS.callbackExecutor()).isEmpty();
        assertThat(DEFAULTS.required()).isEmpty();
        assertThat(DEFAULTS.lazy()).isFalse();
        assertThat(DEFAULTS.handOffLeases()).isEqualTo(64);
        assertThat(DEFAULTS.handOffTime()).isEqualTo(Duration.ofMillis(100));
        assertThat(DEFAULTS.waitersPerName()).isEqualTo(10_000);
        assertThat(DEFAULTS.waitersPerClient()).isEqualTo(100_000);
        assertThat(DEFAULTS.closeGrace()).isEqualTo(Duration.ofSeconds(10));
        assertThat(DEFAULTS.commandTimeout()).isEmpty();
        assertThat(DEFAULTS.provider()).isEmpty();
        assertThat(DEFAULTS.ticker()).isSameAs(Ticker.system());
        assertThat(DEFAULTS.scheduler()).isEmpty();
        assertThat(DEFAULTS.seed()).isEmpty();
    }

    @Test
    void wither_each_setsItsValue() {
        HoldfastConfig changed = allChanged();

        assertThat(changed.lease().lease()).isEqualTo(Duration.ofSeconds(9));
        assertThat(changed.application()).isEqualTo("shop");
        assertThat(changed.listener()).isSameAs(LISTENER);
        assertThat(changed.callbackExecutor()).containsSame(EXECUTOR);
        assertThat(changed.required()).containsExactly(Capability.CONSENSUS);
        assertThat(changed.lazy()).isTrue();
        assertThat(changed.handOffLeases()).isEqualTo(3);
        assertThat(changed.handOffTime()).isEqualTo(Duration.ofMillis(4));
        assertThat(changed.waitersPerName()).isEqualTo(5);
        assertThat(changed.waitersPerClient()).isEqualTo(6);
        assertThat(changed.closeGrace()).isEqualTo(Duration.ofSeconds(7));
        assertThat(changed.commandTimeout()).contains(Duration.ofSeconds(8));
        assertThat(changed.provider()).containsSame(PROVIDER);
        assertThat(changed.ticker()).isSameAs(TICKER);
        assertThat(changed.scheduler()).containsSame(SCHEDULER);
        assertThat(changed.seed()).contains(10L);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void wither_any_changesOnlyItsValueAndOnlyInTheCopy(Change change) {
        Map<String, Object> old = read(DEFAULTS);

        Map<String, Object> now = read(change.change.apply(DEFAULTS));

        assertThat(read(DEFAULTS)).isEqualTo(old);
        old.forEach((name, value) -> {
            if (change.values.contains(name)) {
                assertThat(now.get(name)).as(name).isNotEqualTo(value);
            } else {
                assertThat(now.get(name)).as(name).isEqualTo(value);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("changes")
    void wither_any_keepsWhatWasSetBefore(Change change) {
        HoldfastConfig before = allChanged();
        Map<String, Object> old = read(before);

        Map<String, Object> again = read(change.change.apply(before));

        old.keySet().removeAll(change.values);
        again.keySet().removeAll(change.values);
        assertThat(again).isEqualTo(old);
    }

    private static HoldfastConfig allChanged() {
        HoldfastConfig changed = DEFAULTS;
        for (Change change : changes()) {
            changed = change.change.apply(changed);
        }
        return changed;
    }

    private static Map<String, Object> read(HoldfastConfig config) {
        Map<String, Object> values = new HashMap<>();
        READS.forEach((name, read) -> values.put(name, read.apply(config)));
        return values;
    }

    @Test
    void lease_twice_startsFromTheFirst() {
        LeaseOptions lease =
                DEFAULTS.lease(o -> o.note("x")).lease(o -> o.fair(true)).lease();

        assertThat(lease.note()).isEqualTo("x");
        assertThat(lease.fair()).isTrue();
    }

    @Test
    void require_twice_addsUp() {
        Set<Capability> required = DEFAULTS.require(Capability.CLAIMS)
                .require(Capability.RESIZE, Capability.CLAIMS)
                .required();

        assertThat(required).containsExactlyInAnyOrder(Capability.CLAIMS, Capability.RESIZE);
        assertThatThrownBy(() -> required.add(Capability.CONSENSUS)).isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "4096"})
    void localHandOff_inRange_isKept(int leases) {
        assertThat(DEFAULTS.localHandOff(leases, Duration.ZERO).handOffLeases()).isEqualTo(leases);
    }

    /** 4096 leases are all that the tokens of one grant can tell apart. */
    @ParameterizedTest
    @CsvSource({"-1", "4097"})
    void localHandOff_outOfRange_isRefused(int leases) {
        assertThatThrownBy(() -> DEFAULTS.localHandOff(leases, Duration.ZERO))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("localHandOff is out of range: localHandOff=" + leases + ", range=0..4096");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1"})
    void waiters_below1_areRefused(int most) {
        assertThatThrownBy(() -> DEFAULTS.waitersPerName(most))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("waitersPerName is out of range: waitersPerName=" + most + ", range=1..2147483647");
        assertThatThrownBy(() -> DEFAULTS.waitersPerClient(most))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("waitersPerClient is out of range: waitersPerClient=" + most + ", range=1..2147483647");
    }

    @Test
    void closeGraceAndHandOffTime_negative_areRefused() {
        Duration negative = Duration.ofSeconds(-1);

        assertThatThrownBy(() -> DEFAULTS.closeGrace(negative))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("closeGrace must not be negative: closeGrace=PT-1S");
        assertThatThrownBy(() -> DEFAULTS.localHandOff(2, negative))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("localHandOff must not be negative: localHandOff=PT-1S");
        assertThat(DEFAULTS.closeGrace(Duration.ZERO).closeGrace()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"PT0S", "PT-1S"})
    void commandTimeout_notPositive_isRefused(Duration timeout) {
        assertThatThrownBy(() -> DEFAULTS.commandTimeout(timeout))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("commandTimeout must be positive: commandTimeout=" + timeout);
    }

    @Test
    @SuppressWarnings("NullAway")
    void wither_null_isRefused() {
        for (UnaryOperator<HoldfastConfig> change : List.<UnaryOperator<HoldfastConfig>>of(
                c -> c.application(null),
                c -> c.listener(null),
                c -> c.callbackExecutor(null),
                c -> c.closeGrace(null),
                c -> c.commandTimeout(null),
                c -> c.provider(null),
                c -> c.ticker(null),
                c -> c.scheduler(null),
                c -> c.localHandOff(1, null),
                c -> c.lease(o -> null),
                c -> c.lease(o -> o.lossPolicy(null)))) {
            assertThatThrownBy(() -> change.apply(DEFAULTS)).isInstanceOf(NullPointerException.class);
        }
    }

    private static final class StoppedTicker implements Ticker {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }
    }

    private static final class NoScheduler implements Scheduler {
        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            return () -> {};
        }

        @Override
        public void execute(Runnable task) {}
    }

    private static final class NoProvider implements BackendProvider {
        @Override
        public List<String> schemes() {
            return List.of();
        }

        @Override
        public Capabilities capabilities(String scheme) {
            throw new UnsupportedOperationException(scheme);
        }

        @Override
        public Backend open(StoreUri uri, BackendContext context) {
            throw new UnsupportedOperationException(uri.toString());
        }
    }
}
