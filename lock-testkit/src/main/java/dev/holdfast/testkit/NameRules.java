package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names are injective and come back; what an operator sees and does; nothing is left of used names. */
interface NameRules extends StoreRules {

    @Test
    @Rule("L-11")
    default void p31_oddNames_areIndependent() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        List<GrantRef> held = new ArrayList<>();
        for (String name : OddNames.LEGAL) {
            held.add(one.granted(name, LONG_LEASE));
        }
        for (GrantRef grant : held) {
            assertThat(two.gets(grant.name(), LONG_LEASE))
                    .as("held: %s", grant.name())
                    .isFalse();
            assertThat(one.renew(grant)).isInstanceOf(RenewReply.Renewed.class);
        }
        for (GrantRef grant : held) {
            assertThat(one.release(grant)).isInstanceOf(ReleaseReply.Released.class);
            assertThat(two.gets(grant.name(), LONG_LEASE))
                    .as("free: %s", grant.name())
                    .isTrue();
        }
    }

    @Test
    @Rule("L-11")
    default void p31_oddNames_comeBackFromTheInspector() {
        world().require(Capability.INSPECTION);
        StoreClient one = world().client();
        LockInspector inspector = one.backend().inspector().orElseThrow();
        for (String name : OddNames.LEGAL) {
            GrantRef unused = one.granted(name, LONG_LEASE);
            assertThat(inspector.find(name)).map(HeldLock::name).contains(name);
        }
        assertThat(inspector.list("", 10_000))
                .extracting(HeldLock::name)
                .containsExactlyInAnyOrderElementsOf(OddNames.LEGAL);
        assertThat(inspector.list("a/", 10_000)).extracting(HeldLock::name).containsExactlyInAnyOrder("a/b", "a/b/");
        assertThat(inspector.list("%", 10_000)).isEmpty();
    }

    @Test
    @Rule("L-11")
    default void p32_nestedNames_areIndependent() {
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef inner = one.granted("a/b", LONG_LEASE);
        GrantRef outer = two.granted("a", LONG_LEASE);
        assertThat(one.release(inner)).isInstanceOf(ReleaseReply.Released.class);
        assertThat(two.granted("a/b", LONG_LEASE).name()).isEqualTo("a/b");
        assertThat(two.renew(outer)).isInstanceOf(RenewReply.Renewed.class);
    }

    @Test
    @Rule("L-3")
    default void forceRelease_held_isToldAndFreesTheName() {
        world().require(Capability.FORCE_RELEASE);
        StoreClient one = world().client();
        StoreClient two = world().client();
        GrantRef held = one.granted("n", LONG_LEASE);
        LockInspector operator = two.backend().inspector().orElseThrow();
        Optional<HeldLock> taken = operator.forceRelease("n", "stuck since noon");
        assertThat(taken).map(HeldLock::owner).contains(held.owner().toString());
        assertThat(operator.forceRelease("n", "again")).isEmpty();
        assertThat(two.gets("n", LONG_LEASE)).isTrue();
        assertThat(one.renew(held)).isEqualTo(new RenewReply.NotOwner(LossCause.FORCED, "stuck since noon"));
        assertThat(one.release(held)).isInstanceOf(ReleaseReply.NotOwner.class);
        assertThat(one.findsFree("n")).isFalse();
    }

    @Test
    @Rule("L-6")
    default void forceRelease_delayedDuplicateOfTheOwner_neverWins() {
        world().require(Capability.FORCE_RELEASE);
        StoreClient one = world().client();
        var request = one.request("n", LONG_LEASE);
        GrantRef unused = one.granted(request);
        assertThat(one.backend().inspector().orElseThrow().forceRelease("n", "test"))
                .isPresent();
        assertThat(one.locks().tryAcquire(request)).isNotInstanceOf(dev.holdfast.spi.AcquireReply.Granted.class);
        assertThat(world().client().findsFree("n")).isTrue();
    }

    @Test
    @Rule("L-12")
    default void namesUsedOnce_leaveNothing() {
        StoreFixture.RawView raw = world().requireRaw();
        StoreClient one = world().client();
        StoreClient two = world().client();
        for (int i = 0; i < 50; i++) {
            String name = "once-" + i;
            GrantRef held = one.granted(name, LEASE);
            QueuedRequest queued = QueuedRequest.join(two, name, LEASE);
            ReleaseReply abandoned = queued.ticket.abandon();
            ReleaseReply released = i % 2 == 0 ? one.release(held) : abandoned;
            assertThat(released).isNotInstanceOf(ReleaseReply.Indeterminate.class);
        }
        world().pass(LEASE.plus(world().capabilities().slack()).plus(raw.retention()));
        assertThat(raw.residue()).isZero();
    }
}
