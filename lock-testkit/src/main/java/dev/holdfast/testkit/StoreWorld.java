package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/** One store, its clients and its time, for one test. */
final class StoreWorld implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(5);

    final StoreFixture fixture;

    private final List<StoreClient> clients = new ArrayList<>();
    private final Optional<VirtualTime> virtual;
    private final RealScheduler real = new RealScheduler();

    StoreWorld(StoreFixture fixture) {
        this.fixture = fixture;
        this.virtual = fixture.virtualTime();
    }

    StoreClient client() {
        Ticker ticker = virtual.<Ticker>map(v -> v).orElse(Ticker.system());
        Scheduler scheduler = virtual.<Scheduler>map(v -> v).orElse(real);
        return client(ticker, scheduler);
    }

    /** A client whose timers never fire: the process is stopped or its machine is gone. */
    StoreClient frozenClient() {
        return client(virtual.<Ticker>map(v -> v).orElse(Ticker.system()), new FrozenScheduler());
    }

    private StoreClient client(Ticker ticker, Scheduler scheduler) {
        String id = "c" + UUID.randomUUID().toString().replace("-", "");
        StoreClient client = new StoreClient(id, fixture, ticker, scheduler);
        clients.add(client);
        return client;
    }

    /** Lets time pass. */
    void pass(Duration time) {
        if (virtual.isPresent()) {
            virtual.get().advance(time);
        } else {
            waitInRealTime(time);
        }
    }

    private static void waitInRealTime(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try {
            for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** Until the condition holds; fails when the time is over first. */
    void await(String what, Duration within, BooleanSupplier condition) {
        if (virtual.isEmpty()) {
            Stalls.await(what, within, condition);
            return;
        }
        long end = virtual.get().nanos() + within.toNanos();
        virtual.get().runDue();
        while (!condition.getAsBoolean() && virtual.get().nanos() < end) {
            virtual.get().advance(STEP);
        }
        assertThat(condition.getAsBoolean()).as("%s within %s", what, within).isTrue();
    }

    Capabilities capabilities() {
        StoreClient any = clients.isEmpty() ? client() : clients.get(0);
        return any.locks().capabilities();
    }

    /** The one way to skip: visible, with its reason. */
    void require(Capability capability) {
        if (!capabilities().has(capability)) {
            Assumptions.abort("store does not declare " + capability);
        }
    }

    StoreFixture.RawView requireRaw() {
        return fixture.raw().orElseGet(() -> Assumptions.abort("fixture has no raw view"));
    }

    @Override
    public void close() {
        clients.forEach(StoreClient::close);
        real.close();
        fixture.close();
    }

    private static final class FrozenScheduler implements Scheduler {
        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            return () -> {};
        }

        @Override
        public void execute(Runnable task) {}
    }
}
