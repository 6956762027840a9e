package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.spi.Tokens;
import dev.holdfast.testkit.Rule;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A waiter that gives up leaves its place in the store's queue to the next, but never its terms. No client that only
 * passes on can make this mistake: the tests were seen red in an engine whose {@code Contender.suits} and {@code HandOff} said yes
 * to every waiter.
 */
class LeaseTermsTest {

    private final Bench bench = Bench.virtual();
    private final Bench.Client client = bench.client();

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule("L-5")
    void acquire_placeOfOneNotRenewed_isRenewed() {
        Lease lease = inherited(o -> o.renewed(false).lease(ofSeconds(10)), o -> o.lease(ofSeconds(10)));
        bench.time.advance(ofMinutes(2));
        assertThat(lease.isHeld()).isTrue();
        lease.release();
    }

    @Test
    @Rule("L-5")
    void acquire_placeOfOneRenewed_isNotRenewed() {
        Lease lease =
                inherited(o -> o.lease(ofSeconds(10)), o -> o.renewed(false).lease(ofSeconds(10)));
        int before = client.script().renew.calls();
        bench.time.advance(ofSeconds(11));
        assertThat(lease.state()).isEqualTo(LeaseState.LOST);
        assertThat(client.script().renew.calls()).isEqualTo(before);
    }

    @Test
    @Rule("L-5")
    void acquire_placeOfOneWithAnotherLength_hasItsOwn() {
        Lease lease = inherited(o -> o.lease(ofSeconds(3)), o -> o.lease(ofSeconds(40)));
        assertThat(lease.remaining()).isBetween(ofSeconds(39), ofSeconds(40));
        lease.release();
    }

    @Test
    @Rule("F-1")
    void acquire_fair_isNeverHandedOver() {
        Lease lease = inherited(o -> o, o -> o.fair(true));
        assertThat(lease.fencingToken().value() & (Tokens.LEASES_PER_GRANT - 1)).isZero();
        lease.release();
    }

    @Test
    @Rule("F-1")
    void acquire_behindAFairOne_getsAGrantOfItsOwn() {
        Lease first = bench.held(client.holdfast().lock("n", o -> o.fair(true)));
        CompletableFuture<Lease> next = client.lock("n").acquireAsync();
        bench.time.runDue();
        first.release();
        Lease lease = bench.done(next);
        assertThat(lease.fencingToken().value() & (Tokens.LEASES_PER_GRANT - 1)).isZero();
        lease.release();
    }

    /** The first waiter leaves while the store's grant to it is under way; the second wins. */
    private Lease inherited(UnaryOperator<LeaseOptions> first, UnaryOperator<LeaseOptions> second) {
        Lease before = bench.held(client.holdfast().lock("n", o -> o.fair(true)));
        CompletableFuture<Lease> leaver = client.holdfast().lock("n", first).acquireAsync();
        bench.time.runDue();
        CompletableFuture<Lease> heir = client.holdfast().lock("n", second).acquireAsync();
        bench.time.runDue();
        client.script().swap.once((grant, real) -> {
            var both = real.get();
            leaver.cancel(false);
            return both;
        });
        before.release();
        bench.time.advance(ofMillis(50));
        assertThat(leaver).isCancelled();
        return bench.done(heir);
    }
}
