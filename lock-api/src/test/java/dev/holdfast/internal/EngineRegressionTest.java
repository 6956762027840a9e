package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUri;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that were found once and must not come back. */
@SuppressWarnings("LockNotBeforeTry")
class EngineRegressionTest {

    public static final class ThrowingSchemes implements BackendProvider {
        @Override
        public List<String> schemes() {
            throw new IllegalStateException("boom");
        }

        @Override
        public Capabilities capabilities(String s) {
            throw new IllegalStateException();
        }

        @Override
        public Backend open(StoreUri u, BackendContext c) {
            throw new IllegalStateException();
        }
    }

    @Test
    void find_providerWhoseSchemesThrow_costsOthersNothing(@TempDir Path folder) throws Exception {
        Path f = folder.resolve("META-INF/services/" + BackendProvider.class.getName());
        Files.createDirectories(f.getParent());
        Files.writeString(f, ThrowingSchemes.class.getName() + "\n");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader l = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(l);
            assertThat(Providers.find(null).of(StoreUri.parse("unit:"))).isNotNull();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void close_whileOpening_closesWhatOpensLater() throws Exception {
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        FakeBackend b = new FakeBackend("b");
        LazyBackend lazy = new LazyBackend(
                () -> {
                    in.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return b;
                },
                "d",
                Duration.ofSeconds(30));
        CompletableFuture<?> f = CompletableFuture.runAsync(() -> {
            try {
                lazy.get();
            } catch (RuntimeException closedIsFine) {
                // it may be refused; what counts is below
            }
        });
        in.await();
        lazy.close();
        go.countDown();
        f.get(10, TimeUnit.SECONDS);
        await().untilAsserted(() -> assertThat(b.closed).hasValue(1));
    }

    @Test
    void close_lazyClientWhileItOpens_closesWhatOpensLater() throws Exception {
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        FakeBackend b = new FakeBackend("b");
        Holdfast h = Holdfast.over(
                c -> {
                    in.countDown();
                    while (go.getCount() > 0) {
                        LockSupport.parkNanos(1_000_000); // a driver that cannot be interrupted
                    }
                    return b;
                },
                c -> c.lazy(true));
        CompletableFuture<?> f = CompletableFuture.runAsync(() -> {
            try {
                h.ping();
            } catch (RuntimeException closedIsFine) {
                // it may be refused; what counts is below
            }
        });
        in.await();
        h.close();
        go.countDown();
        f.get(10, TimeUnit.SECONDS);
        await().untilAsserted(() -> assertThat(b.closed).hasValue(1));
    }

    @Test
    void get_afterClose_opensNothing() {
        FakeBackend b = new FakeBackend("b");
        int[] n = {0};
        LazyBackend lazy = new LazyBackend(
                () -> {
                    n[0]++;
                    return b;
                },
                "d",
                Duration.ofSeconds(30));
        lazy.close();
        try {
            lazy.get();
        } catch (RuntimeException fine) {
            // it may be refused; what counts is below
        }
        assertThat(n[0] == 0 || b.closed.get() == 1).isTrue();
    }

    @Test
    void lockInterruptibly_reentrantAndInterrupted_throws() {
        Lock view = new ReentrantView(new FakeLock());
        view.lock();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(view::lockInterruptibly).isInstanceOf(InterruptedException.class);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void tryLockTime_reentrantAndInterrupted_throws() {
        Lock view = new ReentrantView(new FakeLock());
        view.lock();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> view.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void unlock_lostInTheMiddleThenThreadEnds_leavesNothing() throws Exception {
        FakeLock lock = new FakeLock();
        ReentrantView view = new ReentrantView(lock);
        Thread t = new Thread(view::lock);
        t.start();
        t.join();
        lock.current().lose();
        var f = ReentrantView.class.getDeclaredField("holds");
        f.setAccessible(true);
        view.lock();
        view.unlock();
        assertThat((Map<?, ?>) f.get(view)).isEmpty();
    }

    @Test
    void schedule_foreverAway_isAccepted() {
        Threads t = new Threads("x1");
        try {
            assertThatCode(() -> t.schedule(() -> {}, Duration.ofSeconds(Long.MAX_VALUE)))
                    .doesNotThrowAnyException();
        } finally {
            t.stop(Duration.ZERO);
        }
    }

    @Test
    void bodyReturned_foreignInterruptPendingBeforeOurs_keepsIt() {
        Loans.BodyInterrupt i = new Loans.BodyInterrupt();
        Thread.currentThread().interrupt();
        i.fire();
        i.bodyReturned();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void ahead_sleepRightAfterBackwardStep_isSeen() {
        FakeTime time = new FakeTime();
        Trust trust = new Trust(time);
        time.pass(Duration.ofMillis(10));
        time.jump(Duration.ofSeconds(-10));
        trust.ahead();
        time.pass(Duration.ofMillis(10));
        time.jump(Duration.ofSeconds(9));
        assertThat(trust.ahead()).isPositive();
    }

    @Test
    void ahead_sleepAfterPauseInsideALook_isSeen() {
        FakeTime time = new FakeTime();
        Trust trust = new Trust(time);
        time.pass(Duration.ofSeconds(1));
        int[] n = {0};
        time.betweenReadings = () -> {
            if (n[0]++ == 0) {
                time.pass(Duration.ofSeconds(3));
            }
        };
        trust.ahead();
        time.jump(Duration.ofSeconds(3));
        assertThat(trust.ahead()).isPositive();
    }

    @Test
    void checked_capabilitiesThrowError_closes() {
        FakeBackend inner = new FakeBackend("b");
        Backend b = new Backend() {
            @Override
            public String description() {
                return "d";
            }

            @Override
            public LockStore locks() {
                throw new NoClassDefFoundError("x");
            }

            @Override
            public Duration ping() {
                return Duration.ZERO;
            }

            @Override
            public void close() {
                inner.close();
            }
        };
        assertThatThrownBy(() -> Holdfast.over(c -> b, c -> c)).isNotNull();
        assertThat(inner.closed).hasValue(1);
    }

    @Test
    void checked_closeThrows_doesNotMaskTheRefusal() {
        FakeBackend inner = new FakeBackend("b");
        Backend b = new Backend() {
            @Override
            public String description() {
                return "d";
            }

            @Override
            public LockStore locks() {
                return inner;
            }

            @Override
            public Duration ping() {
                return Duration.ZERO;
            }

            @Override
            public void close() {
                throw new IllegalStateException("close");
            }
        };
        assertThatThrownBy(() -> Holdfast.over(c -> b, c -> c.require(Capability.CLAIMS)))
                .isInstanceOf(UnsupportedByStoreException.class);
    }

    @Test
    void requirements_brokenNeighbourProvider_doesNotReplaceTheRefusal() {
        assertThatThrownBy(() -> Requirements.check(
                        Set.of(Capability.CLAIMS),
                        FakeBackend.capable(Set.of()),
                        "s",
                        Map.of("x", new ThrowingSchemes())))
                .isInstanceOf(UnsupportedByStoreException.class);
    }

    @Test
    void callbacks_executorThrowsOther_stillRuns() {
        FakeTime t = new FakeTime();
        Callbacks c = new Callbacks(t::execute, x -> {
            throw new IllegalStateException("shut");
        });
        List<String> heard = new ArrayList<>();
        assertThatCode(() -> c.run(() -> heard.add("a"))).doesNotThrowAnyException();
        t.runReady();
        assertThat(heard).containsExactly("a");
    }
}
