package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LazyBackendTest {

    private static final Duration BOUND = Duration.ofSeconds(5);

    private final AtomicInteger openings = new AtomicInteger();

    private LazyBackend counting() {
        return new LazyBackend(() -> new FakeBackend("opened " + openings.incrementAndGet()), "as given", BOUND);
    }

    @Test
    void get_repeated_opensOnce() {
        LazyBackend lazy = counting();
        assertThat(openings).hasValue(0);

        Backend first = lazy.get();

        assertThat(lazy.get()).isSameAs(first);
        assertThat(openings).hasValue(1);
    }

    @Test
    void get_failed_isTriedAgainByTheNextUse() {
        LazyBackend lazy = new LazyBackend(
                () -> {
                    if (openings.incrementAndGet() < 3) {
                        throw new IllegalStateException("down " + openings.get());
                    }
                    return new FakeBackend("up");
                },
                "as given",
                BOUND);

        assertThatThrownBy(lazy::get).hasMessage("down 1");
        assertThatThrownBy(lazy::get).hasMessage("down 2");
        assertThat(lazy.get().description()).isEqualTo("up");
        assertThat(lazy.get().description()).isEqualTo("up");
        assertThat(openings).hasValue(3);
    }

    @Test
    void get_fromManyThreads_opensOnce() throws Exception {
        CountDownLatch all = new CountDownLatch(4);
        LazyBackend lazy = counting();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Backend>> got = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                got.add(threads.submit(() -> {
                    all.countDown();
                    all.await();
                    return lazy.get();
                }));
            }
            Set<Backend> different = new HashSet<>();
            for (Future<Backend> one : got) {
                different.add(one.get(10, TimeUnit.SECONDS));
            }
            assertThat(different).hasSize(1);
            assertThat(openings).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void description_beforeAndAfterOpening_isTheBestKnown() {
        LazyBackend lazy = counting();

        assertThat(lazy.description()).isEqualTo("as given");
        lazy.get();
        assertThat(lazy.description()).isEqualTo("opened 1");
    }

    /** Another's opening is waited for within the bound, under no lock, and what it opens after the close is closed. */
    @Test
    void get_whileAnotherOpens_isBoundedAndALateOpeningIsClosed() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        FakeBackend late = new FakeBackend("late");
        LazyBackend lazy = new LazyBackend(
                () -> {
                    opening.countDown();
                    Uninterruptibly.await(go);
                    return late;
                },
                "as given",
                Duration.ofMillis(50));
        ExecutorService threads = Executors.newFixedThreadPool(1);
        try {
            Future<Backend> first = threads.submit(lazy::get);
            opening.await();

            assertThatThrownBy(lazy::get)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("store=as given, limit=PT0.05S");
            lazy.close();
            go.countDown();

            assertThatThrownBy(() -> first.get(10, TimeUnit.SECONDS))
                    .hasRootCauseMessage("client was closed while its store opened: store=as given");
            assertThat(late.closed).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private static final class Uninterruptibly {
        static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    @Test
    void close_neverOpened_opensNothing() {
        counting().close();

        assertThat(openings).hasValue(0);
    }

    @Test
    void close_opened_closesIt() {
        FakeBackend backend = new FakeBackend("up");
        LazyBackend lazy = new LazyBackend(() -> backend, "as given", BOUND);
        lazy.get();

        lazy.close();

        assertThat(backend.closed).hasValue(1);
    }
}
