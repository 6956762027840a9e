package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Tokens;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens rise, stay and are exact. */
interface TokenRules extends StoreRules {

    @Test
    @Rule("F-1")
    default void bases_overReleasesAndClients_rise() {
        long last = 0;
        for (int i = 0; i < 20; i++) {
            StoreClient client = world().client();
            GrantRef grant = client.granted("n", LONG_LEASE);
            assertThat(grant.base()).isGreaterThan(last).isLessThanOrEqualTo(Tokens.MAX_BASE);
            last = grant.base();
            var unused = client.release(grant);
        }
    }

    @Test
    @Rule("F-1")
    default void bases_overExpiry_rise() {
        StoreClient one = world().frozenClient();
        StoreClient two = world().client();
        GrantRef first = one.granted("n", LEASE);
        world().pass(LEASE.plus(world().capabilities().slack()).plusMillis(50));
        assertThat(two.granted("n", LONG_LEASE).base()).isGreaterThan(first.base());
    }

    @Test
    @Rule("F-1")
    default void bases_overForcedRelease_rise() {
        world().require(Capability.FORCE_RELEASE);
        StoreClient one = world().client();
        GrantRef first = one.granted("n", LONG_LEASE);
        assertThat(one.backend().inspector().orElseThrow().forceRelease("n", "test"))
                .isPresent();
        assertThat(one.granted("n", LONG_LEASE).base()).isGreaterThan(first.base());
    }

    @Test
    @Rule("F-1")
    default void bases_overHandOff_rise() {
        StoreClient one = world().client();
        GrantRef first = one.granted("n", LONG_LEASE);
        QueuedRequest queued = QueuedRequest.join(world().client(), "n", LONG_LEASE);
        var unused = one.release(first);
        world().await("granted", queued.notice(NOTICE.plus(LATENESS)), queued::isGrantedByPoll);
        assertThat(queued.base()).isGreaterThan(first.base());
    }

    @Test
    @Rule("F-1")
    default void bases_presetToLargeNumbers_staysExact() {
        StoreClient one = world().client();
        for (long preset : List.of(100_000_000_000_001L, 1L << 50)) {
            String name = "preset-" + preset;
            GrantRef first = one.granted(one.request(name, LONG_LEASE, preset << Tokens.LEASE_BITS));
            assertThat(first.base()).isGreaterThan(preset);
            var unused = one.release(first);
            AcquireRequest request = one.request(name, LONG_LEASE);
            GrantRef second = one.granted(request);
            assertThat(second.base()).isGreaterThan(first.base());
            assertThat(one.granted(request).base()).isEqualTo(second.base());
            if (first.base() == preset + 1) {
                assertThat(second.base()).isEqualTo(preset + 2);
            }
            one.backend()
                    .inspector()
                    .flatMap(i -> i.find(name))
                    .ifPresent(held -> assertThat(held.token().value()).isEqualTo(Tokens.token(second.base(), 0)));
        }
    }

    @Test
    @Rule("F-1")
    default void bases_beyondTheLastOne_areRefusedAndOtherNamesWork() {
        StoreClient one = world().client();
        AcquireReply reply = one.locks().tryAcquire(one.request("full", LONG_LEASE, Long.MAX_VALUE));
        assertThat(reply).isInstanceOf(AcquireReply.Unavailable.class);
        assertThat(one.gets("other", LONG_LEASE)).isTrue();
    }

    @Test
    @Rule("F-2")
    default void base_overRenewals_stays() {
        StoreClient one = world().client();
        AcquireRequest request = one.request("n", LONG_LEASE);
        GrantRef grant = one.granted(request);
        for (int i = 0; i < 3; i++) {
            world().pass(java.time.Duration.ofMillis(20));
            assertThat(one.renew(grant)).isInstanceOf(RenewReply.Renewed.class);
        }
        assertThat(one.granted(request).base()).isEqualTo(grant.base());
        one.backend()
                .inspector()
                .flatMap((LockInspector i) -> i.find("n"))
                .ifPresent(held -> assertThat(held.token().value()).isEqualTo(Tokens.token(grant.base(), 0)));
    }
}
