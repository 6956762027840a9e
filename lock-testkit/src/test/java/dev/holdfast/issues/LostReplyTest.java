package dev.holdfast.issues;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.lock.Effect;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.Refused;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An attempt whose first reply was lost has won at the store: it is undone, whatever the second reply was. */
class LostReplyTest {

    private final Bench bench = Bench.virtual();
    private final Bench.Client client = bench.client();

    @AfterEach
    void end() {
        bench.close();
    }

    @Test
    @Rule({"L-2", "L-6"})
    void tryAcquire_replyLostThenUnavailable_isUnknownAndUndone() {
        loseFirstThen(new AcquireReply.Unavailable(new Exception("refused")));
        assertThat(failure().effect()).isEqualTo(Effect.UNKNOWN);
        assertUndone();
    }

    @Test
    @Rule({"L-2", "L-6"})
    void tryAcquire_replyLostTwice_isUnknownAndUndone() {
        loseFirstThen(new AcquireReply.Indeterminate(new Exception("reset")));
        assertThat(failure().effect()).isEqualTo(Effect.UNKNOWN);
        assertUndone();
    }

    @Test
    @Rule({"L-2", "L-6"})
    void tryAcquire_replyLostThenStoreThrows_isUnknownAndUndone() {
        AtomicBoolean first = new AtomicBoolean(true);
        client.script().attempt.answer((request, real) -> {
            if (first.getAndSet(false)) {
                return new AcquireReply.Indeterminate(new Exception("reset after " + real.get()));
            }
            throw new StoreUnavailableException("down", null);
        });
        assertThat(failure().effect()).isEqualTo(Effect.UNKNOWN);
        assertUndone();
    }

    @Test
    @Rule({"L-2", "L-6"})
    void tryAcquire_replyLostThenBusy_isUndone() {
        loseFirstThen(new AcquireReply.Busy(null, ofSeconds(1)));
        assertThat(client.lock("n").tryAcquire()).isInstanceOf(Refused.class);
        assertUndone();
    }

    @Test
    @Rule({"L-2", "L-6"})
    void tryAcquire_replyLostThenNotQueued_isUndone() {
        loseFirstThen(new AcquireReply.NotQueued());
        assertThat(client.lock("n").tryAcquire()).isInstanceOf(Refused.class);
        assertUndone();
    }

    @Test
    @Rule("L-2")
    void tryAcquire_unavailable_hasNoEffect() {
        client.script().attempt.answer((request, real) -> new AcquireReply.Unavailable(new Exception("refused")));
        HoldfastException failure = failure();
        assertThat(failure).isInstanceOf(StoreUnavailableException.class);
        assertThat(failure.effect()).isEqualTo(Effect.NO);
        bench.time.advance(ofSeconds(1));
        assertThat(client.script().release.calls()).isZero();
    }

    @Test
    @Rule("L-6")
    void tryAcquireAsync_enqueueReplyLostThenUnavailable_isUndoneAtOnce() {
        client.script().enqueue.answer((request, real) -> {
            var ticket = real.get();
            return new dev.holdfast.spi.Ticket() {
                @Override
                public AcquireReply reply() {
                    return new AcquireReply.Indeterminate(new Exception("reset"));
                }

                @Override
                public AcquireReply poll(java.time.Duration answerWithin) {
                    return new AcquireReply.Unavailable(new Exception("refused"));
                }

                @Override
                public dev.holdfast.spi.ReleaseReply abandon() {
                    return ticket.abandon();
                }
            };
        });
        var waiting = client.lock("n").tryAcquireAsync(ofMillis(100));
        bench.time.advance(ofMillis(200));
        assertThat(waiting).isCompletedExceptionally();
        assertUndone();
    }

    /** The store forgets it by itself: {@code LockStore.enqueue}. */
    @Test
    @Rule("L-6")
    void tryAcquireAsync_enqueueUnavailable_itsTicketIsAskedNothingMore() {
        List<String> asked = new ArrayList<>();
        client.script().enqueue.once((request, real) -> new dev.holdfast.spi.Ticket() {
            @Override
            public AcquireReply reply() {
                return new AcquireReply.Unavailable(new Exception("refused"));
            }

            @Override
            public AcquireReply poll(java.time.Duration answerWithin) {
                asked.add("poll");
                return new AcquireReply.NotQueued();
            }

            @Override
            public dev.holdfast.spi.ReleaseReply abandon() {
                asked.add("abandon");
                return new dev.holdfast.spi.ReleaseReply.Released();
            }
        });
        var waiting = client.lock("n").tryAcquireAsync(ofSeconds(1));
        bench.time.advance(ofSeconds(2));
        assertThat(client.script().release.calls()).isZero();
        waiting.join().orElseThrow().release();
        bench.time.advance(ofSeconds(60));
        assertThat(asked).isEmpty();
    }

    private void loseFirstThen(AcquireReply second) {
        AtomicBoolean first = new AtomicBoolean(true);
        client.script()
                .attempt
                .answer((request, real) -> first.getAndSet(false)
                        ? new AcquireReply.Indeterminate(new Exception("reset after " + real.get()))
                        : second);
    }

    private HoldfastException failure() {
        return catchThrowableOfType(
                HoldfastException.class, () -> client.lock("n").tryAcquire());
    }

    private void assertUndone() {
        client.script().attempt.reset();
        client.script().enqueue.reset();
        bench.time.runDue();
        bench.held(bench.client().lock("n")).release();
    }
}
