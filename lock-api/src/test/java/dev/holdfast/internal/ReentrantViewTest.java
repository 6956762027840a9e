package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.LeaseUncertainException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("LockNotBeforeTry") // the calls themselves are under test
class ReentrantViewTest {

    private final FakeLock lock = new FakeLock();
    private final Lock view = new ReentrantView(lock);
    private final ExecutorService stranger = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        stranger.shutdownNow();
    }

    private <T> T elsewhere(Callable<T> task) throws Exception {
        return stranger.submit(task).get(10, TimeUnit.SECONDS);
    }

    @Test
    void lock_again_isCountedHereAndNeverAtTheStore() throws Exception {
        view.lock();
        view.lock();
        view.lockInterruptibly();
        assertThat(view.tryLock()).isTrue();
        assertThat(view.tryLock(1, TimeUnit.SECONDS)).isTrue();

        for (int i = 0; i < 4; i++) {
            view.unlock();
            assertThat(lock.calls).containsExactly("acquireUninterruptibly");
        }
        view.unlock();

        assertThat(lock.calls).containsExactly("acquireUninterruptibly", "close");
        assertThatThrownBy(view::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void lock_afterTheLastUnlock_isANewLease() {
        view.lock();
        view.unlock();
        view.lock();
        view.unlock();

        assertThat(lock.calls).containsExactly("acquireUninterruptibly", "close", "acquireUninterruptibly", "close");
    }

    @Test
    void unlock_byAStranger_isRefusedAndTouchesNothing() throws Exception {
        view.lock();

        elsewhere(() -> {
            assertThatThrownBy(view::unlock)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessage("not held by this thread: name=\"stock\"");
            return true;
        });

        assertThat(lock.current().isHeld()).isTrue();
        view.unlock();
        assertThat(lock.calls).containsExactly("acquireUninterruptibly", "close");
    }

    @Test
    void unlock_neverLocked_isRefused() {
        assertThatThrownBy(view::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.calls).isEmpty();
    }

    @Test
    void tryLock_heldByAnotherThread_isFalseAndHoldsNothing() throws Exception {
        view.lock();

        assertThat(elsewhere(() -> view.tryLock())).isFalse();
        assertThat(elsewhere(() -> view.tryLock(5, TimeUnit.MILLISECONDS))).isFalse();
        elsewhere(() -> {
            assertThatThrownBy(view::unlock).isInstanceOf(IllegalMonitorStateException.class);
            return true;
        });

        view.unlock();
        assertThat(elsewhere(() -> view.tryLock())).isTrue();
    }

    @Test
    void tryLock_withATime_passesItOn() throws Exception {
        assertThat(view.tryLock(250, TimeUnit.MILLISECONDS)).isTrue();
        view.unlock();
        assertThat(view.tryLock(-3, TimeUnit.DAYS)).isTrue();
        view.unlock();
        assertThat(view.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        view.unlock();

        assertThat(lock.calls)
                .containsExactly(
                        "tryAcquire PT0.25S",
                        "close",
                        "tryAcquire PT0S",
                        "close",
                        "tryAcquire PT2562047H47M16.854775807S",
                        "close");
    }

    @Test
    void lockInterruptibly_interrupted_holdsNothing() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(view::lockInterruptibly).isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isFalse();
        assertThatThrownBy(view::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(view.tryLock()).isTrue();
    }

    @Test
    void lock_interrupted_keepsTheFlag() {
        Thread.currentThread().interrupt();

        view.lock();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(lock.calls).containsExactly("acquireUninterruptibly");
    }

    @Test
    void lock_leaseWasLost_isNotEnteredAgain() {
        view.lock();
        lock.current().lose();

        assertThatThrownBy(view::lock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(view::tryLock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> view.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(view::lockInterruptibly).isInstanceOf(LeaseLostException.class);

        assertThat(lock.calls).containsExactly("acquireUninterruptibly");
        assertThatThrownBy(view::unlock).as("the refused ones do not count").isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(view::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    /** P19: local and remote state end together. */
    @Test
    void unlock_leaseWasLost_freesTheViewForThisThreadAndOthers_P19() throws Exception {
        view.lock();
        lock.current().lose();
        assertThat(elsewhere(() -> view.tryLock()))
                .as("nobody waits for a lease that is over")
                .isTrue();

        assertThatThrownBy(view::unlock).isInstanceOf(LeaseLostException.class);

        assertThat(view.tryLock()).as("the other one has it now").isFalse();
        elsewhere(() -> {
            view.unlock();
            return true;
        });
        assertThat(view.tryLock()).isTrue();
        view.unlock();
    }

    @Test
    void unlock_nestedAndLost_countsDownFirst_P19() {
        view.lock();
        view.lock();
        lock.current().lose();

        view.unlock();
        assertThat(lock.calls).containsExactly("acquireUninterruptibly");
        assertThatThrownBy(view::unlock).isInstanceOf(LeaseLostException.class);

        view.lock();
        assertThat(lock.current().isHeld()).isTrue();
    }

    @Test
    void unlock_interrupted_frees_P19() {
        view.lock();
        Thread.currentThread().interrupt();

        view.unlock();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(lock.calls).containsExactly("acquireUninterruptibly", "close");
    }

    @Test
    void lock_leaseIsUncertain_isNotEnteredAgain() {
        view.lock();
        lock.current().doubt();

        assertThatThrownBy(view::lock).isInstanceOf(LeaseUncertainException.class);
        view.unlock();

        assertThat(lock.calls).containsExactly("acquireUninterruptibly", "close");
    }

    @Test
    void asLock_twice_hasTwoCounts() {
        Lock other = lock.asLock();
        view.lock();

        assertThat(other.tryLock()).isFalse();
        assertThatThrownBy(other::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void newCondition_isNotSupported() {
        assertThatThrownBy(view::newCondition)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("a distributed lock has no conditions: name=\"stock\"");
    }
}
