package dev.holdfast.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.ClientClosedException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The close protocol (L-13). */
interface CloseRules extends ClientRules {

    @Test
    @Rule("L-13")
    default void close_refusesNewWorkAndWakesWaiters() throws Exception {
        Lease held = world().probe().lock("n").acquire();
        CountingLockStore.Counts counts = new CountingLockStore.Counts();
        Holdfast closing = world().client(c -> c, store -> new CountingLockStore(store, counts));
        Future<Lease> waiting = world().threads.submit(() -> closing.lock("n").acquire());
        ClientWorld.awaitSent(counts);
        CompletableFuture<Lease> async = closing.lock("n").acquireAsync();
        closing.close();
        closing.close();
        assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> async.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> closing.lock("m").acquire()).isInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> closing.lock("m").tryAcquire()).isInstanceOf(ClientClosedException.class);
        held.close();
        world().awaitFree("n", LATENESS);
    }

    @Test
    @Rule("L-13")
    default void close_withHolders_tellsThemRenewsForTheGraceAndReleasesWhatIsClosed() throws Exception {
        Holdfast closing = world().client(c -> c.closeGrace(LEASE.multipliedBy(3)));
        Holdfast probe = world().probe();
        Lease lease = closing.lock("n", o -> o.lease(LEASE)).acquire();
        List<LeaseLoss> told = new CopyOnWriteArrayList<>();
        lease.onLost(told::add);
        Future<?> close = world().threads.submit(closing::close);
        Awaitility.await("told").atMost(ofSeconds(2)).until(() -> !told.isEmpty());
        assertThat(told).extracting(LeaseLoss::cause).containsExactly(LossCause.CLOSED);
        Thread.sleep(LEASE.multipliedBy(3).dividedBy(2).toMillis());
        assertThat(lease.isHeld()).as("renewed in the grace").isTrue();
        assertThat(ClientWorld.isFree(probe, "n")).isFalse();
        lease.close();
        assertThat(ClientWorld.isFree(probe, "n")).as("released at once").isTrue();
        close.get(3, TimeUnit.SECONDS);
    }

    @Test
    @Rule("L-13")
    default void close_leaseNotClosedInTheGrace_isLeftToLapse() throws Exception {
        Holdfast closing = world().client(c -> c.closeGrace(ofMillis(50)));
        Holdfast probe = world().probe();
        Lease lease = closing.lock("n", o -> o.lease(ofSeconds(1))).acquire();
        closing.close();
        assertThat(ClientWorld.isFree(probe, "n"))
                .as("its holder may still run")
                .isFalse();
        assertThat(lease.isHeld()).isFalse();
        Duration rest = ofSeconds(1).plus(probe.capabilities().slack()).plus(LATENESS);
        world().awaitFree("n", rest);
    }
}
