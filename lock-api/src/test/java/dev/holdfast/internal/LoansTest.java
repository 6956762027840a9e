package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastConfig;
import dev.holdfast.internal.Loans.BodyInterrupt;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.SelfDeadlockException;
import dev.holdfast.spi.OwnerId;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoansTest {

    private static final LeaseLoss LOSS = new LeaseLoss(LossCause.EXPIRED, FakeTime.START, FakeTime.START, "");

    private final FakeTime time = new FakeTime();
    private final Core core = core();

    private Core core() {
        return new Core(
                "c1",
                HoldfastConfig.DEFAULTS.ticker(time),
                new Core.Lanes(time, time::execute),
                new Callbacks(Runnable::run, null),
                () -> new FakeBackend("fake"));
    }

    private LeaseImpl lease(String name) {
        Grant grant = new Grant(
                core,
                new NameQueue(core, name),
                new OwnerId("c1", 1),
                1,
                LeaseOptions.DEFAULTS,
                new Grant.Confirmation(time.nanos(), 0, Duration.ofSeconds(30)));
        return new LeaseImpl(core, grant, 4096, LossPolicy.REPORT);
    }

    @AfterEach
    void noInterrupt_isLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void nested_insideALoan_isKnownForThatLockOnly() throws Exception {
        Core other = core();

        boolean inside = Loans.<Boolean, Exception>lend(core, lease("a"), LossPolicy.REPORT, lease -> {
            assertThat(Loans.nested(core, "b")).isFalse();
            assertThat(Loans.nested(other, "a")).isFalse();
            return Loans.nested(core, "a");
        });

        assertThat(inside).isTrue();
        assertThat(Loans.nested(core, "a")).isFalse();
    }

    @Test
    void refuseNested_insideALoan_isASelfDeadlock() throws Exception {
        Loans.<Boolean, Exception>lend(core, lease("a"), LossPolicy.REPORT, lease -> {
            assertThatThrownBy(() -> Loans.refuseNested(core, "a"))
                    .isInstanceOfSatisfying(
                            SelfDeadlockException.class,
                            e -> assertThat(e.name()).isEqualTo("a"));
            assertThatCode(() -> Loans.refuseNested(core, "b")).doesNotThrowAnyException();
            return true;
        });

        assertThatCode(() -> Loans.refuseNested(core, "a")).doesNotThrowAnyException();
    }

    @Test
    void nested_loansInLoans_endInAnyOrder() throws Exception {
        Loans.<Boolean, Exception>lend(core, lease("a"), LossPolicy.REPORT, outer -> {
            Loans.<Boolean, Exception>lend(core, lease("b"), LossPolicy.REPORT, inner -> {
                assertThat(Loans.nested(core, "a")).isTrue();
                assertThat(Loans.nested(core, "b")).isTrue();
                return true;
            });
            assertThat(Loans.nested(core, "a")).isTrue();
            assertThat(Loans.nested(core, "b")).isFalse();
            return true;
        });
        assertThat(Loans.nested(core, "a")).isFalse();
    }

    @Test
    void nested_onAnotherThread_isUnknown() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            boolean there = Loans.<Boolean, Exception>lend(
                    core,
                    lease("a"),
                    LossPolicy.REPORT,
                    lease -> thread.submit(() -> Loans.nested(core, "a")).get(10, TimeUnit.SECONDS));
            assertThat(there).isFalse();
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void lend_bodyThrows_passesItOnAndForgetsTheLoan() {
        IOException own = new IOException("own");

        assertThatThrownBy(() -> Loans.<Boolean, IOException>lend(core, lease("a"), LossPolicy.INTERRUPT, lease -> {
                    throw own;
                }))
                .isSameAs(own);
        assertThat(Loans.nested(core, "a")).isFalse();
    }

    @Test
    void lend_lostUnderInterrupt_interruptsTheBodyAndClearsThePendingOne() throws Exception {
        boolean interrupted = Loans.<Boolean, Exception>lend(core, lease("a"), LossPolicy.INTERRUPT, lease -> {
            ((LeaseImpl) lease).lose(LOSS);
            return Thread.currentThread().isInterrupted();
        });

        assertThat(interrupted).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void lend_lostBeforeTheBody_interruptsItAtOnce() throws Exception {
        LeaseImpl lost = lease("a");
        lost.lose(LOSS);

        assertThat(Loans.<Boolean, Exception>lend(
                        core,
                        lost,
                        LossPolicy.INTERRUPT,
                        lease -> Thread.currentThread().isInterrupted()))
                .isTrue();
    }

    @Test
    void lend_lostUnderOtherPolicies_neverInterrupts() throws Exception {
        for (LossPolicy policy : new LossPolicy[] {LossPolicy.REPORT, LossPolicy.THROW_IF_UNTOLD}) {
            assertThat(Loans.<Boolean, Exception>lend(core, lease("a"), policy, lease -> {
                        ((LeaseImpl) lease).lose(LOSS);
                        return Thread.currentThread().isInterrupted();
                    }))
                    .isFalse();
        }
    }

    @Test
    void lend_lostAfterTheBody_neverInterrupts() throws Exception {
        LeaseImpl lease = lease("a");
        Loans.<Boolean, Exception>lend(core, lease, LossPolicy.INTERRUPT, body -> true);

        lease.lose(LOSS);

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void fire_twice_interruptsOnce() {
        BodyInterrupt interrupt = new BodyInterrupt();

        interrupt.fire();
        assertThat(Thread.interrupted()).isTrue();
        interrupt.fire();
        assertThat(Thread.interrupted()).isFalse();
        interrupt.bodyReturned();
    }

    @Test
    void bodyReturned_withoutALoss_keepsAForeignInterrupt() {
        BodyInterrupt interrupt = new BodyInterrupt();

        Thread.currentThread().interrupt();
        interrupt.bodyReturned();

        assertThat(Thread.interrupted()).isTrue();
    }

    /** An interrupt that takes its time to arrive. */
    private static final class SlowToInterrupt extends Thread {
        final CountDownLatch arriving = new CountDownLatch(1);
        final CountDownLatch arrive = new CountDownLatch(1);

        SlowToInterrupt(Runnable body) {
            super(body);
        }

        @Override
        public void interrupt() {
            arriving.countDown();
            try {
                arrive.await();
            } catch (InterruptedException stopped) {
                throw new AssertionError(stopped);
            }
            super.interrupt();
        }
    }

    /** L-7: the body's return waits for an interrupt that is on its way, and clears it. */
    @Test
    void bodyReturned_whileTheInterruptArrives_waitsForIt() throws Exception {
        CompletableFuture<BodyInterrupt> made = new CompletableFuture<>();
        CountDownLatch returning = new CountDownLatch(1);
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        SlowToInterrupt body = new SlowToInterrupt(() -> {
            BodyInterrupt interrupt = new BodyInterrupt();
            made.complete(interrupt);
            while (returning.getCount() > 0) {
                Thread.onSpinWait();
            }
            interrupt.bodyReturned();
            stillInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        body.start();
        BodyInterrupt interrupt = made.get(10, TimeUnit.SECONDS);
        Thread firing = new Thread(interrupt::fire);
        firing.start();
        assertThat(body.arriving.await(10, TimeUnit.SECONDS)).isTrue();

        returning.countDown();
        assertThatThrownBy(() -> stillInterrupted.get(50, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        body.arrive.countDown();

        assertThat(stillInterrupted.get(10, TimeUnit.SECONDS)).isFalse();
        firing.join(10_000);
        body.join(10_000);
        assertThat(body.isAlive()).isFalse();
    }

    /** L-7: whoever wins the race, nothing is pending and nothing comes after the body. */
    @Test
    void fire_againstTheReturn_neverInterruptsAfterwards() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 5000; round++) {
                BodyInterrupt interrupt = new BodyInterrupt();
                CountDownLatch go = new CountDownLatch(1);
                Future<Boolean> firing = thread.submit(() -> {
                    go.await();
                    interrupt.fire();
                    return true;
                });
                go.countDown();
                for (int i = 0; i < round % 200; i++) {
                    Thread.onSpinWait();
                }
                interrupt.bodyReturned();
                assertThat(Thread.interrupted()).as("pending, round %d", round).isFalse();
                firing.get(10, TimeUnit.SECONDS);
                assertThat(Thread.interrupted()).as("late, round %d", round).isFalse();
            }
        } finally {
            thread.shutdownNow();
        }
    }
}
