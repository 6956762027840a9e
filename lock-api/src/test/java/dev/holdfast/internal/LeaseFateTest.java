package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.LeaseFate.Kind;
import dev.holdfast.internal.LeaseFate.Loss;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LeaseFateTest {

    private static final LeaseLoss EXPIRED = new LeaseLoss(LossCause.EXPIRED, FakeTime.START, FakeTime.START, "");
    private static final LeaseLoss FORCED = new LeaseLoss(LossCause.FORCED, FakeTime.START, FakeTime.START, "why");
    private static final Consumer<LeaseLoss> LISTENER = new ArrayList<LeaseLoss>()::add;

    private final LeaseFate fate = new LeaseFate();

    private static LeaseLoss unasked() {
        throw new AssertionError("asked for another loss");
    }

    @Test
    void create_isOpenAndUntold() {
        assertThat(fate.kind()).isEqualTo(Kind.OPEN);
        assertThat(fate.told()).isFalse();
        assertThat(fate.takeListeners()).isEmpty();
    }

    @Test
    void release_twice_isTrueOnce() {
        assertThat(fate.release()).isTrue();
        assertThat(fate.release()).isFalse();
        assertThat(fate.kind()).isEqualTo(Kind.RELEASED);
    }

    @Test
    void lose_twice_isToBeAnnouncedOnceAndKeepsTheFirstCause() {
        assertThat(fate.lose(EXPIRED)).isEqualTo(Loss.NEWS);
        assertThat(fate.lose(FORCED)).isEqualTo(Loss.NONE);
        assertThat(fate.kind()).isEqualTo(Kind.LOST);
        assertThat(fate.tell(LeaseFateTest::unasked)).isEqualTo(EXPIRED);
    }

    @Test
    void release_afterLoss_isRefused() {
        fate.lose(EXPIRED);

        assertThat(fate.release()).isFalse();
        assertThat(fate.kind()).isEqualTo(Kind.LOST);
    }

    /** The store answers the release with "not yours" (P18). */
    @Test
    void lose_afterRelease_isALoss_P18() {
        fate.release();

        assertThat(fate.loseReleased(FORCED)).isEqualTo(Loss.NEWS);
        assertThat(fate.kind()).isEqualTo(Kind.LOST);
        assertThat(fate.loseReleased(EXPIRED)).isEqualTo(Loss.NONE);
    }

    @Test
    void announce_whileOpen_isTrueOnceAndLeavesItOpen() {
        assertThat(fate.announce(FORCED)).isTrue();
        assertThat(fate.announce(EXPIRED)).isFalse();
        assertThat(fate.kind()).isEqualTo(Kind.OPEN);
    }

    @Test
    void lose_afterAnnounce_isNotAnnouncedAgainAndIsTheCause() {
        fate.announce(FORCED);

        assertThat(fate.lose(EXPIRED)).isEqualTo(Loss.KNOWN);
        assertThat(fate.kind()).isEqualTo(Kind.LOST);
        assertThat(fate.tell(LeaseFateTest::unasked)).isEqualTo(EXPIRED);
    }

    @Test
    void release_afterAnnounce_isARelease() {
        fate.announce(FORCED);

        assertThat(fate.release()).isTrue();
        assertThat(fate.kind()).isEqualTo(Kind.RELEASED);
    }

    @Test
    void announce_afterTheEnd_isNothing() {
        fate.release();
        assertThat(fate.announce(EXPIRED)).isFalse();

        LeaseFate lost = new LeaseFate();
        lost.lose(EXPIRED);
        assertThat(lost.announce(FORCED)).isFalse();
    }

    @Test
    void listen_beforeTheLoss_isHandedOutOnce() {
        assertThat(fate.listen(LISTENER)).isNull();
        fate.lose(EXPIRED);

        assertThat(fate.takeListeners()).containsExactly(LISTENER);
        assertThat(fate.takeListeners()).isEmpty();
        assertThat(fate.told()).isTrue();
    }

    @Test
    void listen_afterTheLoss_getsItBackAndIsNotKept() {
        fate.lose(EXPIRED);

        assertThat(fate.listen(LISTENER)).isEqualTo(EXPIRED);
        assertThat(fate.takeListeners()).isEmpty();
        assertThat(fate.told()).isTrue();
    }

    @Test
    void listen_afterAnAnnouncement_getsItBack() {
        fate.announce(FORCED);

        assertThat(fate.listen(LISTENER)).isEqualTo(FORCED);
    }

    @Test
    void listenUntold_anyTime_doesNotCountAsTold() {
        fate.listenUntold(LISTENER);
        fate.lose(EXPIRED);

        assertThat(fate.takeListeners()).containsExactly(LISTENER);
        assertThat(fate.listenUntold(LISTENER)).isEqualTo(EXPIRED);
        assertThat(fate.told()).isFalse();
    }

    @Test
    void listeners_several_keepTheirOrder() {
        Consumer<LeaseLoss> second = loss -> {};
        fate.listen(LISTENER);
        fate.listenUntold(second);
        fate.lose(EXPIRED);

        assertThat(fate.takeListeners()).containsExactly(LISTENER, second);
    }

    @Test
    void tell_withoutALoss_asksForOneAndCounts() {
        assertThat(fate.tell(() -> FORCED)).isEqualTo(FORCED);
        assertThat(fate.told()).isTrue();
    }

    /** Whatever the interleaving, a listener hears of a loss exactly once, and of a released lease nothing. */
    @Test
    void lose_againstListenAndRelease_tellsOnceUnlessReleased() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < 2000; round++) {
                LeaseFate raced = new LeaseFate();
                CountDownLatch go = new CountDownLatch(1);
                Future<Integer> losing = threads.submit(() -> {
                    go.await();
                    return raced.lose(EXPIRED) == Loss.NEWS
                            ? raced.takeListeners().size()
                            : 0;
                });
                Future<Integer> listening = threads.submit(() -> {
                    go.await();
                    return raced.listen(LISTENER) == null ? 0 : 1; // one that is told at once
                });
                Future<Boolean> releasing = threads.submit(() -> {
                    go.await();
                    return raced.release();
                });
                go.countDown();
                int told = losing.get(10, TimeUnit.SECONDS) + listening.get(10, TimeUnit.SECONDS);
                boolean released = releasing.get(10, TimeUnit.SECONDS);

                assertThat(told).as("round %d", round).isEqualTo(released ? 0 : 1);
                assertThat(raced.kind()).isEqualTo(released ? Kind.RELEASED : Kind.LOST);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void release_fromManyThreads_isTrueForOne() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Boolean>> all = new ArrayList<>();
            CountDownLatch go = new CountDownLatch(1);
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(() -> {
                    go.await();
                    return fate.release();
                }));
            }
            go.countDown();
            int won = 0;
            for (Future<Boolean> one : all) {
                won += one.get(10, TimeUnit.SECONDS) ? 1 : 0;
            }
            assertThat(won).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }
}
