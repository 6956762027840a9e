package dev.holdfast.testkit;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Interrupts (L-7). */
interface InterruptRules extends ClientRules {

    @Test
    @Rule("L-7")
    default void p21_flagSetBefore_interruptibleFormsThrowAndHoldNothing() throws Exception {
        DistributedLock lock = world().client().lock("n");
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::acquire).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock.tryAcquire(ofSeconds(1))).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock.run(lease -> {})).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        world().awaitFree("n", ofSeconds(1));
    }

    @Test
    @Rule("L-7")
    default void p21_flagSetBefore_otherFormsHoldAndKeepIt() {
        DistributedLock lock = world().client().lock("n");
        Thread.currentThread().interrupt();
        try (Lease lease = lock.acquireUninterruptibly()) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        }
        assertThat(Thread.interrupted()).isTrue();
        Thread.currentThread().interrupt();
        try (Lease lease = lock.tryAcquire().orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Rule("L-7")
    default void p21_interruptedWhileWaiting_uninterruptibleFormHoldsAndKeepsTheFlag() throws Exception {
        Lease held = world().probe().lock("n").acquire();
        CountingLockStore.Counts counts = new CountingLockStore.Counts();
        DistributedLock lock = world().client(c -> c, store -> new CountingLockStore(store, counts))
                .lock("n");
        AtomicReference<@Nullable Thread> waiter = new AtomicReference<>();
        Future<Boolean> flag = world().threads.submit(() -> {
            waiter.set(Thread.currentThread());
            try (Lease lease = lock.acquireUninterruptibly()) {
                return lease.isHeld() && Thread.interrupted();
            }
        });
        ClientWorld.awaitSent(counts);
        Objects.requireNonNull(waiter.get()).interrupt();
        assertThat(flag.isDone()).isFalse();
        held.close();
        assertThat(flag.get(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Rule({"L-6", "L-7"})
    default void p21_interruptAtRandomMoment_throwsOrHoldsNeverBoth(TestReporter reporter) throws Exception {
        long seed = ClientWorld.seed(reporter);
        Random random = new Random(seed);
        Holdfast one = world().client();
        Holdfast two = world().probe();
        for (int round = 0; round < world().rounds(10_000); round++) {
            Lease held = random.nextBoolean() ? two.lock("n").acquire() : null;
            int form = random.nextInt(3);
            CompletableFuture<Thread> caller = new CompletableFuture<>();
            Future<Boolean> won = world().threads.submit(() -> {
                caller.complete(Thread.currentThread());
                return interruptible(one.lock("n"), form);
            });
            Thread.sleep(random.nextInt(8), random.nextInt(1_000_000));
            caller.get(5, TimeUnit.SECONDS).interrupt();
            boolean threw = threw(won);
            if (held != null) {
                assertThat(threw)
                        .as("interrupted while another holds it, round %s of seed %s", round, seed)
                        .isTrue();
                held.close();
            }
            try (Lease after = two.lock("n").tryAcquire(ofSeconds(5)).orElseThrow()) {
                assertThat(after.isHeld())
                        .as("round %s of seed %s", round, seed)
                        .isTrue();
            }
        }
        world().awaitFree("n", ofSeconds(1));
    }

    /** Whether an interrupt ended it; else it must have held. */
    private static boolean threw(Future<Boolean> won) throws Exception {
        try {
            assertThat(won.get(5, TimeUnit.SECONDS)).isTrue();
            return false;
        } catch (ExecutionException thrown) {
            assertThat(thrown).hasCauseInstanceOf(InterruptedException.class);
            return true;
        }
    }

    /** Acquires in one of the forms and gives it back; true when it held. */
    private static boolean interruptible(DistributedLock lock, int form) throws InterruptedException {
        switch (form) {
            case 0 -> {
                try (Lease lease = lock.acquire()) {
                    return lease.isHeld();
                }
            }
            case 1 -> {
                Acquisition got = lock.tryAcquire(ofSeconds(3));
                return got instanceof Lease lease && closed(lease);
            }
            default -> {
                return lock.call(Lease::isHeld);
            }
        }
    }

    private static boolean closed(Lease lease) {
        lease.close();
        return true;
    }
}
