package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Ticker;
import dev.holdfast.testkit.Rule;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What must not end the chain of renewals, and what must not start one. */
class RenewalChainTest {

    private final Bench bench = Bench.virtual();
    private boolean broken;

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule("L-5")
    void tick_throwsOnce_renewalsGoOn() {
        Ticker moody = new Ticker() {
            @Override
            public long nanos() {
                breakOnce();
                return bench.time.nanos();
            }

            @Override
            public Instant wallTime() {
                return bench.time.wallTime();
            }
        };
        goesOn(bench.client(c -> c.ticker(moody)));
    }

    @Test
    @Rule("L-5")
    void run_throwsOnce_renewalsGoOn() {
        Bench.Client client = bench.client();
        client.script().capabilities.answer((any, real) -> {
            breakOnce();
            return real.get();
        });
        goesOn(client);
    }

    private void goesOn(Bench.Client client) {
        Lease lease = bench.held(client.lock("n", ofSeconds(10)));
        broken = true;
        assertThatThrownBy(() -> bench.time.advance(ofSeconds(5))).isInstanceOf(IllegalStateException.class);
        bench.time.advance(ofMinutes(2));
        assertThat(lease.isHeld()).isTrue();
        lease.release();
    }

    private void breakOnce() {
        if (broken) {
            broken = false;
            throw new IllegalStateException("once");
        }
    }

    @Test
    @Rule("L-4")
    void suspended_renewalSentBefore_doesNotClearIt() {
        Bench.Client client = bench.client();
        Lease lease = bench.held(client.lock("n", ofSeconds(10)));
        client.script().renew.once((grants, real) -> {
            client.script().renew.answer((later, unused) -> LockStore.allIndeterminate(later, new Exception("down")));
            var replies = real.get();
            client.events().suspended("");
            return replies;
        });
        bench.time.advance(ofSeconds(5));
        assertThat(lease.state()).isEqualTo(LeaseState.UNCERTAIN);
        client.script().renew.reset();
        bench.time.advance(ofSeconds(1));
        assertThat(lease.state()).isEqualTo(LeaseState.HELD);
        lease.release();
    }

    @Test
    @Rule("L-8")
    void isHeld_askedAllTheTimeWhileUncertain_sendsFewRenewals() {
        Bench.Client client = bench.client();
        Lease lease = bench.held(client.lock("n"));
        client.script().renew.answer((grants, real) -> LockStore.allIndeterminate(grants, new Exception("down")));
        client.events().suspended("");
        for (int i = 0; i < 1000; i++) {
            assertThat(lease.isHeld()).isFalse();
            bench.time.advance(ofMillis(1));
        }
        assertThat(client.script().renew.calls()).isBetween(1, 5);
        client.script().renew.reset();
        lease.release();
    }

    @Test
    @Rule("L-5")
    void notRenewed_clockJump_isNeverRenewed() {
        Bench.Client client = bench.client();
        Lease lease =
                bench.held(client.holdfast().lock("n", o -> o.renewed(false).lease(ofSeconds(10))));
        bench.time.jumpWall(ofSeconds(3));
        assertThat(lease.state()).isEqualTo(LeaseState.UNCERTAIN);
        bench.time.advance(ofSeconds(5));
        client.events().suspended("");
        assertThat(lease.isHeld()).isFalse();
        bench.time.advance(ofSeconds(5));
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        assertThat(client.script().renew.calls()).isZero();
    }
}
