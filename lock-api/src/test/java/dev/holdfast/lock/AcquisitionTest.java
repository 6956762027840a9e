package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The two outcomes of a bounded acquire. */
class AcquisitionTest {

    private static final Holder HOLDER = new Holder(
            "web-1", 4711, "shop", "nightly", Instant.parse("2026-01-02T03:04:05Z"), Duration.ofMillis(21_500));
    private static final Refused REFUSED = new Refused("a", RefusalReason.TIMED_OUT, HOLDER, Duration.ofSeconds(2));

    /** Only its identity matters. */
    private static final class PlainLease implements Lease {
        @Override
        public String name() {
            return "a";
        }

        @Override
        public FencingToken fencingToken() {
            return new FencingToken(1);
        }

        @Override
        public LeaseState state() {
            return LeaseState.HELD;
        }

        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public Duration remaining() {
            return Duration.ofSeconds(1);
        }

        @Override
        public void ensureHeld() {}

        @Override
        public void onLost(Consumer<? super LeaseLoss> listener) {}

        @Override
        public ReleaseResult release() {
            throw new AssertionError("released");
        }

        @Override
        public void close() {
            throw new AssertionError("closed");
        }
    }

    @Test
    void fold_ofALease_callsTheFirstOnlyAndDoesNotClose() {
        Acquisition lease = new PlainLease();

        Object result = lease.<Object>fold(l -> l, r -> {
            throw new AssertionError("refused");
        });

        assertThat(result).isSameAs(lease);
    }

    @Test
    void fold_ofARefusal_callsTheSecondOnly() {
        Acquisition refused = REFUSED;

        Object result = refused.<Object>fold(
                l -> {
                    throw new AssertionError("lease");
                },
                r -> r);

        assertThat(result).isSameAs(REFUSED);
    }

    @Test
    void orElseThrow_ofALease_isTheLease() {
        Acquisition lease = new PlainLease();

        assertThat(lease.orElseThrow()).isSameAs(lease);
    }

    @Test
    void orElseThrow_ofARefusal_carriesAllOfIt() {
        assertThatThrownBy(REFUSED::orElseThrow)
                .isInstanceOfSatisfying(LockRefusedException.class, e -> {
                    assertThat(e.refused()).isSameAs(REFUSED);
                    assertThat(e.name()).isEqualTo("a");
                    assertThat(e.waited()).isEqualTo(Duration.ofSeconds(2));
                })
                .hasMessage(
                        "lock not acquired: name=\"a\", reason=TIMED_OUT, waited=PT2S, "
                                + "holder=shop@web-1 (pid 4711) since 2026-01-02T03:04:05Z, remaining PT21.5S, note \"nightly\"");
    }

    @Test
    void orElseThrow_holderUnknown_saysNothingOfIt() {
        Refused refused = new Refused("a", RefusalReason.QUEUE_FULL, null, Duration.ZERO);

        assertThat(refused.holder()).isEmpty();
        assertThatThrownBy(refused::orElseThrow)
                .hasMessage("lock not acquired: name=\"a\", reason=QUEUE_FULL, waited=PT0S");
    }

    @Test
    void describe_withoutApplicationAndNote_leavesThemOut() {
        Holder holder = new Holder("web-1", 7, "", "", Instant.EPOCH, Duration.ZERO);

        assertThat(holder.describe()).isEqualTo("web-1 (pid 7) since 1970-01-01T00:00:00Z, remaining PT0S");
    }
}
