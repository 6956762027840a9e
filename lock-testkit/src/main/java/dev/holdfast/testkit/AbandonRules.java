package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReconcileReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who gave up can never win (L-6), and what is dropped for whom. */
interface AbandonRules extends StoreRules {

    @Test
    @Rule("L-6")
    default void p22_abandonedContender_leavesNoEntry() {
        StoreClient one = world().client();
        StoreClient three = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest abandoned = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        ReleaseReply unused = abandoned.ticket.abandon();
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        assertThat(three.gets("n", LONG_LEASE)).as("free at once").isTrue();
        assertThat(abandoned.isGrantedByPoll()).isFalse();
    }

    @Test
    @Rule("L-6")
    default void abandon_afterTheOffer_passesItOn() {
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest abandoned = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        QueuedRequest next = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        ReleaseReply unused = abandoned.ticket.abandon();
        world().await("next granted", next.notice(NOTICE.plus(LATENESS)), next::isGrantedWhenWoken);
        assertThat(abandoned.isGrantedByPoll()).isFalse();
    }

    @Test
    @Rule("L-6")
    default void delayedDuplicates_ofAnAbandonedOwner_neverWin() {
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest abandoned = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        ReleaseReply unused = abandoned.ticket.abandon();
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        assertNeverWins(abandoned.client, abandoned.request);
    }

    @Test
    @Rule("L-6")
    default void enqueueReplyLost_abandoned_delayedDuplicatesNeverWin() {
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        StoreClient two = world().client();
        AcquireRequest queued = two.request("n", LONG_LEASE);
        AcquireRequest granted = two.request("free", LONG_LEASE);
        abandonWithoutReply(two, queued);
        abandonWithoutReply(two, granted);
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        assertNeverWins(two, queued);
        assertNeverWins(two, granted);
    }

    /** The enqueue reaches the store, its reply does not come back. */
    private static void abandonWithoutReply(StoreClient client, AcquireRequest request) {
        Faults faults = new Faults();
        faults.acquire(Faults.Fault.REPLY_LOST);
        Ticket ticket = new FaultyLockStore(client.locks(), faults).enqueue(request, () -> {});
        assertThat(ticket.reply()).isInstanceOf(AcquireReply.Indeterminate.class);
        assertThat(ticket.abandon()).isNotInstanceOf(ReleaseReply.Indeterminate.class);
    }

    @Test
    @Rule("L-6")
    default void enqueue_unavailable_leavesNothing() {
        AtomicInteger wakes = new AtomicInteger();
        StoreClient one = world().client();
        StoreClient two = world().client();
        AcquireRequest impossible = one.request("n", LONG_LEASE, Long.MAX_VALUE);
        Ticket ticket = one.locks().enqueue(impossible, wakes::incrementAndGet);
        assertThat(ticket.reply()).isInstanceOf(AcquireReply.Unavailable.class);
        assertThat(two.findsFree("n")).isTrue();
        GrantRef held = two.granted("n", LONG_LEASE);
        assertThat(two.release(held)).isInstanceOf(ReleaseReply.Released.class);
        world().pass(NOTICE);
        assertThat(two.findsFree("n")).isTrue();
        assertThat(wakes).as("nobody waits under a ticket that was refused").hasValue(0);
    }

    @Test
    @Rule("L-6")
    default void delayedDuplicates_ofAReleasedOwner_neverWin() {
        StoreClient one = world().client();
        AcquireRequest request = one.request("n", LONG_LEASE);
        GrantRef held = one.granted(request);
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        assertNeverWins(one, request);
    }

    @Test
    @Rule("L-6")
    default void releaseBeforeItsDelayedAcquire_wins() {
        StoreClient one = world().client();
        AcquireRequest request = one.request("n", LONG_LEASE);
        ReleaseReply early = one.release(StoreClient.ref(request, 0));
        assertThat(early).isNotInstanceOf(ReleaseReply.Indeterminate.class);
        assertNeverWins(one, request);
    }

    /** Directly after the end, the owner wins by no message, and the name stays free for others. */
    private void assertNeverWins(StoreClient client, AcquireRequest request) {
        assertThat(client.locks().tryAcquire(request)).isNotInstanceOf(AcquireReply.Granted.class);
        assertThat(client.locks().enqueue(request, () -> {}).reply()).isNotInstanceOf(AcquireReply.Granted.class);
        assertThat(world().client().findsFree(request.name())).isTrue();
    }

    @Test
    @Rule("L-6")
    default void reconcile_ownersNotLive_areDropped() {
        world().require(Capability.RECONCILE);
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef orphan = one.granted("orphan", LONG_LEASE);
        GrantRef unused = two.granted("queued", LONG_LEASE);
        QueuedRequest entry = QueuedRequest.join(one, "queued", LONG_LEASE);
        assertThat(one.locks().reconcile(one.lastSequence(), Set.of())).isEqualTo(new ReconcileReply.Done(2));
        assertThat(two.findsFree("orphan")).isTrue();
        assertThat(entry.isGrantedByPoll()).isFalse();
        assertThat(one.renew(orphan)).isInstanceOf(RenewReply.NotOwner.class);
    }

    @Test
    @Rule("L-1")
    default void reconcile_liveLaterAndForeignOwners_stay() {
        world().require(Capability.RECONCILE);
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef live = one.granted("live", LONG_LEASE);
        long upTo = one.lastSequence();
        GrantRef later = one.granted("later", LONG_LEASE);
        GrantRef foreign = two.granted("foreign", LONG_LEASE);
        assertThat(one.locks().reconcile(upTo, Set.of(live.owner()))).isEqualTo(new ReconcileReply.Done(0));
        StoreClient probe = world().client();
        assertThat(probe.findsFree("live")).isFalse();
        assertThat(probe.findsFree("later")).isFalse();
        assertThat(probe.findsFree("foreign")).isFalse();
        assertThat(one.renew(live)).isInstanceOf(RenewReply.Renewed.class);
        assertThat(one.renew(later)).isInstanceOf(RenewReply.Renewed.class);
        assertThat(two.renew(foreign)).isInstanceOf(RenewReply.Renewed.class);
    }

    @Test
    @Rule("L-13")
    default void close_ofTheClient_leavesItsGrantsToLapse() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef unused = one.granted("n", LEASE);
        one.close();
        assertThat(two.findsFree("n")).as("the holder may still run").isFalse();
        Duration bound = LEASE.plus(world().capabilities().slack()).plus(LATENESS);
        world().await("free after the lease", bound, () -> two.findsFree("n"));
    }
}
