package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticket;
import dev.holdfast.testkit.ForwardingLockStore;
import dev.holdfast.testkit.Rule;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Random schedules with faults, frozen processes and clock jumps in virtual time: exclusion as the holders see it, rising
 * tokens, and nothing left at the end. A failure names its seed; {@code -Dholdfast.seed} runs that one alone. Two broken
 * stores show that the schedules find what they look for.
 */
class RandomRunTest {

    private static final int SEEDS = Boolean.getBoolean("holdfast.long") ? 20_000 : 150;
    private static final int SEEDS_OF_A_CONTROL = 50;

    @Test
    @Rule({"L-1", "L-4", "L-6", "L-12", "F-1"})
    void randomRuns_withFaults_keepTheRules() {
        Long only = Long.getLong("holdfast.seed");
        if (only != null) {
            new RandomRun(only, store -> store).run();
            return;
        }
        runAll(SEEDS, store -> store);
    }

    @Test
    void control_leaseHalvedByTheStore_isFound() {
        assertFound(
                "held at once",
                store -> new Changed(
                        store,
                        RandomRunTest::halved,
                        g -> new AcquireReply.Granted(
                                g.base(), g.slot(), g.lease().multipliedBy(2))));
    }

    @Test
    void control_tokensFall_isFound() {
        assertFound(
                "did not rise",
                store -> new Changed(
                        store,
                        request -> request,
                        g -> new AcquireReply.Granted((1L << 50) - g.base(), g.slot(), g.lease())));
    }

    private static AcquireRequest halved(AcquireRequest request) {
        AcquireRequest.Terms terms = request.terms();
        return new AcquireRequest(
                request.name(),
                request.owner(),
                request.share(),
                new AcquireRequest.Terms(
                        terms.lease().dividedBy(2), terms.tokenFloor(), terms.answerWithin(), terms.holder()));
    }

    private static void assertFound(String what, UnaryOperator<LockStore> broken) {
        assertThatThrownBy(() -> runAll(SEEDS_OF_A_CONTROL, broken))
                .isInstanceOf(AssertionError.class)
                .hasStackTraceContaining(what);
    }

    private static void runAll(int seeds, UnaryOperator<LockStore> wrap) {
        for (long seed = 1; seed <= seeds; seed++) {
            try {
                new RandomRun(seed, wrap).run();
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("seed " + seed + ": repeat with -Dholdfast.seed=" + seed, failure);
            }
        }
    }

    /** Another request, and another grant in the reply. */
    private static final class Changed extends ForwardingLockStore {
        private final UnaryOperator<AcquireRequest> request;
        private final UnaryOperator<AcquireReply.Granted> granted;

        Changed(LockStore target, UnaryOperator<AcquireRequest> request, UnaryOperator<AcquireReply.Granted> granted) {
            super(target);
            this.request = request;
            this.granted = granted;
        }

        @Override
        public Ticket enqueue(AcquireRequest asked, Runnable wake) {
            Ticket ticket = super.enqueue(request.apply(asked), wake);
            return new Ticket() {
                @Override
                public AcquireReply reply() {
                    return changed(ticket.reply());
                }

                @Override
                public AcquireReply poll(Duration answerWithin) {
                    return changed(ticket.poll(answerWithin));
                }

                @Override
                public ReleaseReply abandon() {
                    return ticket.abandon();
                }
            };
        }

        private AcquireReply changed(AcquireReply reply) {
            return reply instanceof AcquireReply.Granted g ? granted.apply(g) : reply;
        }
    }
}
