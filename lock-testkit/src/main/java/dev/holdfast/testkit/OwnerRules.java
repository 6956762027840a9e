package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may release and renew, and what a renewal does. */
interface OwnerRules extends StoreRules {

    @Test
    @Rule("L-3")
    default void release_notOwner_touchesNothing() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        GrantRef foreign = StoreClient.ref(two.request("n", LONG_LEASE), held.base());
        assertThat(two.release(foreign))
                .isInstanceOfAny(ReleaseReply.NotOwner.class, ReleaseReply.AlreadyReleased.class);
        assertThat(two.findsFree("n")).isFalse();
        assertThat(one.renew(held)).isInstanceOf(RenewReply.Renewed.class);
    }

    @Test
    @Rule("L-3")
    default void renew_notOwner_isRefusedAndExtendsNothing() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef held = one.granted("n", LEASE);
        GrantRef foreign = StoreClient.ref(two.request("n", LONG_LEASE), held.base());
        assertThat(two.renew(foreign)).isInstanceOf(RenewReply.NotOwner.class);
        world().await("free after its own lease", LEASE.plus(slack()).plus(LATENESS), () -> two.findsFree("n"));
    }

    @Test
    @Rule("L-3")
    default void p17_frozenHolder_cannotReleaseOrRenewItsSuccessor() {
        StoreClient frozen = world().frozenClient();
        StoreClient next = world().client();
        GrantRef old = frozen.granted("n", LEASE);
        world().pass(LEASE.plus(slack()).plusMillis(50));
        GrantRef held = next.granted("n", LEASE.multipliedBy(2));
        assertThat(frozen.renew(old)).isInstanceOf(RenewReply.NotOwner.class);
        assertThat(frozen.release(old)).isInstanceOf(ReleaseReply.NotOwner.class);
        assertThat(frozen.findsFree("n")).isFalse();
        assertThat(next.renew(held)).isInstanceOf(RenewReply.Renewed.class);
        assertThat(next.release(held)).isInstanceOf(ReleaseReply.Released.class);
    }

    @Test
    @Rule("L-3")
    default void renew_afterExpiry_neverRecreates() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef grant = one.granted("n", LEASE);
        world().pass(LEASE.plus(slack()).plusMillis(50));
        RenewReply reply = one.renew(grant);
        assertThat(reply).isInstanceOf(RenewReply.NotOwner.class);
        assertThat(((RenewReply.NotOwner) reply).cause()).isIn(LossCause.EXPIRED, LossCause.STORE_FORGOT);
        assertThat(two.findsFree("n")).isTrue();
    }

    @Test
    @Rule("L-5")
    default void renew_afterRelease_isRefused() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef grant = one.granted("n", LONG_LEASE);
        assertThat(one.release(grant)).isInstanceOf(ReleaseReply.Released.class);
        assertThat(one.renew(grant)).isInstanceOf(RenewReply.NotOwner.class);
        assertThat(two.findsFree("n")).isTrue();
    }

    @Test
    @Rule("L-5")
    default void renew_inTime_holdsOn() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef grant = one.granted("n", LEASE);
        for (int i = 0; i < 3; i++) {
            world().pass(LEASE.dividedBy(2));
            assertThat(one.renew(grant)).isEqualTo(new RenewReply.Renewed(LEASE));
            assertThat(two.findsFree("n")).isFalse();
        }
    }

    @Test
    @Rule("L-5")
    default void p12_shorterRenewal_doesNotShorten() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef grant = one.granted("n", LONG_LEASE);
        GrantRef shorter = new GrantRef("n", grant.owner(), grant.base(), Duration.ofMillis(100));
        assertThat(one.renew(shorter)).isInstanceOf(RenewReply.Renewed.class);
        world().pass(Duration.ofMillis(300));
        assertThat(two.findsFree("n")).isFalse();
        assertThat(one.renew(grant)).isInstanceOf(RenewReply.Renewed.class);
    }

    @Test
    @Rule("L-8")
    default void renew_batchWithPoisonedEntries_renewsTheOthersInOrder() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef first = one.granted("a", LEASE);
        GrantRef second = one.granted("b", LEASE);
        GrantRef unknown = StoreClient.ref(one.request("nobody", LEASE), 1);
        GrantRef foreign = new GrantRef("c", two.granted("c", LEASE).owner(), 1, LEASE);
        List<RenewReply> replies = one.locks().renew(List.of(unknown, first, foreign, second));
        assertThat(replies).hasSize(4);
        assertThat(replies.get(0)).isInstanceOf(RenewReply.NotOwner.class);
        assertThat(replies.get(1)).isInstanceOf(RenewReply.Renewed.class);
        assertThat(replies.get(3)).isInstanceOf(RenewReply.Renewed.class);
        assertThat(two.findsFree("nobody")).isTrue();
    }

    private Duration slack() {
        return world().capabilities().slack();
    }
}
