package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Capability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpeningTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final FakeBackend backend = new FakeBackend("fake:store", Capability.FAIR_QUEUE);
    private final AtomicReference<@Nullable BackendContext> context = new AtomicReference<>();

    private Backend opened(BackendContext given) {
        context.set(given);
        return backend;
    }

    @AfterEach
    void noThread_isLeft() {
        BackendContext given = context.get();
        if (given != null) {
            await().atMost(SOON).until(() -> ThreadsTest.alive(given.client()).isEmpty());
        }
    }

    /** A driver that neither answers nor listens to interrupts. */
    private static void hang(CountDownLatch until) {
        boolean released = false;
        while (!released) {
            try {
                released = until.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException ignored) {
                // as such drivers do
            }
        }
    }

    @Test
    void over_workingStore_givesAClientThatClosesIt() {
        try (Holdfast holdfast = Holdfast.over(this::opened, c -> c)) {
            assertThat(holdfast.ping()).isEqualTo(Duration.ofMillis(1));
            assertThat(holdfast.capabilities().all()).containsExactly(Capability.FAIR_QUEUE);
            assertThat(holdfast.clientId()).matches("[a-z0-9]{16}");
            assertThat(context.get())
                    .isNotNull()
                    .satisfies(c -> assertThat(c.client()).isEqualTo(holdfast.clientId()));
            assertThat(backend.closed).hasValue(0);
        }
        assertThat(backend.closed).hasValue(1);
    }

    @Test
    void close_repeated_closesTheStoreOnceAndRefusesWork() {
        Holdfast holdfast = Holdfast.over(this::opened, c -> c);

        holdfast.close();
        holdfast.close();

        assertThat(backend.closed).hasValue(1);
        assertThatThrownBy(holdfast::ping)
                .isInstanceOf(ClientClosedException.class)
                .hasMessage("client is closed: client=" + holdfast.clientId() + "; open a new one");
    }

    @Test
    void open_twice_givesFreshClientIds() {
        try (Holdfast one = Holdfast.over(c -> backend, c -> c);
                Holdfast two = Holdfast.over(c -> backend, c -> c)) {
            assertThat(one.clientId()).isNotEqualTo(two.clientId());
        }
    }

    @Test
    void open_uri_passesItToTheProviderAndShowsNoSecret() {
        try (Holdfast holdfast = Holdfast.open(
                "fake://me:hunter2@h?token=hunter2",
                c -> c.provider(FakeBackend.provider(Set.of(), "fake")).application("shop"))) {
            assertThat(holdfast)
                    .hasToString("Holdfast[client=" + holdfast.clientId()
                            + ", application=shop, store=fake://***@h?token=***]");
        }
    }

    @Test
    void open_unknownScheme_isRefused() {
        assertThatThrownBy(() -> Holdfast.open("nosuch://me:hunter2@h"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("no backend for scheme \"nosuch\": available=[")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void open_missingCapability_closesTheBackend() {
        assertThatThrownBy(
                        () -> Holdfast.over(this::opened, c -> c.require(Capability.CONSENSUS, Capability.FAIR_QUEUE)))
                .isInstanceOfSatisfying(
                        UnsupportedByStoreException.class,
                        e -> assertThat(e.missing()).containsExactly("CONSENSUS"))
                .hasMessage("store lacks required capabilities: store=fake:store, "
                        + "missing=[CONSENSUS (schemes that have it: [])]");
        assertThat(backend.closed).hasValue(1);
    }

    @Test
    void open_presentCapability_passes() {
        try (Holdfast holdfast = Holdfast.over(this::opened, c -> c.require(Capability.FAIR_QUEUE))) {
            assertThat(holdfast.ping()).isPositive();
        }
    }

    @Test
    void open_storeRefuses_throwsWhatItThrew() {
        StoreUnavailableException down = new StoreUnavailableException("store is unavailable: store=fake:", null);

        assertThatThrownBy(() -> Holdfast.over(
                        c -> {
                            context.set(c);
                            throw down;
                        },
                        c -> c))
                .isSameAs(down);
    }

    @Test
    void open_missingDriverClass_isAStoreThatDidNotOpen() {
        assertThatThrownBy(() -> Holdfast.over(
                        c -> {
                            context.set(c);
                            throw new NoClassDefFoundError("x/Driver");
                        },
                        c -> c))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageStartingWith("store did not open: store=given by the application, cause=")
                .hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void open_hangingStore_failsWithin5SecondsAndClosesWhatOpensLater() {
        CountDownLatch release = new CountDownLatch(1);
        long started = System.nanoTime();

        assertThatThrownBy(() -> Holdfast.over(
                        c -> {
                            hang(release);
                            return opened(c);
                        },
                        c -> c))
                .isInstanceOf(StoreUnavailableException.class)
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessage("store did not open in time: store=given by the application, limit=PT5S; is it running?");

        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(Duration.ofMillis(4900), Duration.ofSeconds(10));
        assertThat(backend.closed).hasValue(0);
        release.countDown();
        await().atMost(SOON).until(() -> backend.closed.get() == 1);
    }

    @Test
    void open_interrupted_keepsTheFlagAndClosesWhatOpensLater() {
        CountDownLatch release = new CountDownLatch(1);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Holdfast.over(
                        c -> {
                            hang(release);
                            return opened(c);
                        },
                        c -> c))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("interrupted while opening: store=given by the application");

        assertThat(Thread.interrupted()).isTrue();
        release.countDown();
        await().atMost(SOON).until(() -> backend.closed.get() == 1);
    }

    @Test
    void open_lazy_opensAtTheFirstUseAndRetriesAFailure() {
        List<String> tries = new ArrayList<>();
        try (Holdfast holdfast = Holdfast.over(
                c -> {
                    tries.add("open");
                    if (tries.size() == 1) {
                        throw new StoreUnavailableException("store is unavailable: store=fake:", null);
                    }
                    return opened(c);
                },
                c -> c.lazy(true))) {
            assertThat(holdfast.lock("a").name()).isEqualTo("a");
            assertThat(tries).isEmpty();

            assertThatThrownBy(holdfast::ping).isInstanceOf(StoreUnavailableException.class);
            assertThat(holdfast.ping()).isPositive();
            assertThat(holdfast.ping()).isPositive();
            assertThat(tries).hasSize(2);
        }
        assertThat(backend.closed).hasValue(1);
    }

    @Test
    void open_lazyWithMissingCapability_isRefusedAtTheFirstUse() {
        AtomicInteger opened = new AtomicInteger();
        try (Holdfast holdfast = Holdfast.over(
                c -> {
                    opened.incrementAndGet();
                    return opened(c);
                },
                c -> c.lazy(true).require(Capability.CLAIMS))) {
            assertThat(opened).hasValue(0);
            assertThatThrownBy(holdfast::ping).isInstanceOf(UnsupportedByStoreException.class);
            assertThat(backend.closed).hasValue(1);
        }
    }
}
