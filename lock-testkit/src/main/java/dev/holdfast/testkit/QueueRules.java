package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseReply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Contenders that stay: waking, order, dead and slow ones. */
interface QueueRules extends StoreRules {

    @Test
    @Rule("L-9")
    default void enqueue_freeName_isGrantedAtOnce() {
        StoreClient one = world().client();
        QueuedRequest queued = QueuedRequest.join(one, "n", LONG_LEASE);
        assertThat(queued.ticket.reply()).isInstanceOf(AcquireReply.Granted.class);
    }

    @Test
    @Rule("L-9")
    default void release_withContender_wakesItAndItGetsTheWholeLease() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest queued = QueuedRequest.join(two, "n", Duration.ofSeconds(5));
        assertThat(queued.ticket.reply()).isInstanceOf(AcquireReply.Busy.class);
        assertThat(queued.isGrantedByPoll()).isFalse();
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        world().await("granted", queued.notice(NOTICE.plus(LATENESS)), queued::isGrantedWhenWoken);
        world().pass(OFFER.plusMillis(500));
        assertThat(one.findsFree("n")).as("held for the whole lease").isFalse();
    }

    @Test
    @Rule("L-9")
    default void holderCrashed_contenderIsGrantedInTime() {
        StoreClient crashed = world().frozenClient();
        StoreClient two = world().client();
        GrantRef unused = crashed.granted("n", LEASE);
        QueuedRequest queued = QueuedRequest.join(two, "n", LEASE);
        Duration bound = LEASE.plus(world().capabilities().slack()).plus(NOTICE).plus(LATENESS);
        world().await("granted", queued.notice(bound), queued::isGrantedWhenWoken);
    }

    @Test
    @Rule("L-9")
    default void frozenContenderAtTheHead_costsAtMostTwoSeconds() {
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest frozen = QueuedRequest.join(world().frozenClient(), "n", LONG_LEASE);
        QueuedRequest live = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        Duration bound = OFFER.plus(NOTICE).plus(LATENESS);
        world().await("granted", live.notice(bound), live::isGrantedWhenWoken);
        assertThat(frozen.isGrantedByPoll()).as("the frozen one comes too late").isFalse();
    }

    @Test
    @Rule("L-9")
    default void frozenContendersInARow_costAtMostOneReconfirmationEach() {
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest first = QueuedRequest.join(world().frozenClient(), "n", LONG_LEASE);
        QueuedRequest second = QueuedRequest.join(world().frozenClient(), "n", LONG_LEASE);
        QueuedRequest live = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        world().await("granted", OFFER.multipliedBy(3).plus(NOTICE).plus(LATENESS), live::isGrantedByPoll);
        assertThat(first.isGrantedByPoll() || second.isGrantedByPoll()).isFalse();
    }

    @Test
    @Rule("L-9")
    default void wakesAreLost_contendersAreGrantedByTheirPolls() {
        Duration lease = Duration.ofSeconds(3);
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest first = QueuedRequest.join(world().client(), "n", lease);
        QueuedRequest second = QueuedRequest.join(world().client(), "n", lease);
        world().pass(Duration.ofMillis(20));
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        Duration bound = first.reconfirmation().plus(NOTICE).plus(LATENESS);
        world().await("first granted", bound, first::isGrantedWhenDue);
        first.release();
        world().await("second granted", bound, second::isGrantedWhenDue);
    }

    @Test
    @Rule("L-9")
    default void contenders_offerInOrder() {
        world().require(Capability.FAIR_QUEUE);
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest first = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        QueuedRequest second = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        second.resend();
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        assertThat(one.gets("n", LONG_LEASE)).as("nobody barges in").isFalse();
        assertThat(second.isGrantedByPoll()).isFalse();
        world().await("first granted", NOTICE.plus(LATENESS), first::isGrantedWhenWoken);
        first.release();
        world().await("second granted", NOTICE.plus(LATENESS), second::isGrantedWhenWoken);
    }

    @Test
    @Rule("L-2")
    default void enqueue_resent_hasOnePlaceAndOneGrant() {
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest queued = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        queued.resend();
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.Released.class);
        world().await("granted", queued.notice(NOTICE.plus(LATENESS)), queued::isGrantedByPoll);
        long base = queued.base();
        assertThat(queued.isGrantedByPoll()).isTrue();
        assertThat(queued.base()).isEqualTo(base);
        queued.release();
        assertThat(one.gets("n", LONG_LEASE)).as("nothing of it is left").isTrue();
    }

    @Test
    @Rule("L-9")
    default void releaseAndEnqueue_withOthersWaiting_givesThemTheirTurn() {
        StoreClient one = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        QueuedRequest other = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        AcquireRequest again = one.request("n", LONG_LEASE);
        LockStore.ReleaseAndEnqueue both = one.locks().releaseAndEnqueue(held, again, () -> {});
        assertThat(both.released()).isInstanceOf(ReleaseReply.Released.class);
        if (world().capabilities().has(Capability.FAIR_QUEUE)) {
            assertThat(both.ticket().reply()).isInstanceOf(AcquireReply.Busy.class);
            world().await("other granted", NOTICE.plus(LATENESS), other::isGrantedWhenWoken);
            other.release();
        }
        world().await(
                        "own turn",
                        other.notice(NOTICE.plus(LATENESS)),
                        () -> both.ticket().poll(StoreClient.ANSWER) instanceof AcquireReply.Granted);
    }
}
