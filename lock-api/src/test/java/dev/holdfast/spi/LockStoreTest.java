package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.LockStore.ReleaseAndEnqueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a store gets for nothing. */
class LockStoreTest {

    private static final GrantRef GRANT = new GrantRef("n", new OwnerId("c", 1), 7, Duration.ofSeconds(30));
    private static final AcquireRequest REQUEST = new AcquireRequest(
            "n",
            new OwnerId("c", 2),
            Share.MUTEX,
            new AcquireRequest.Terms(
                    Duration.ofSeconds(30), 0, Duration.ofSeconds(2), new HolderDetails("h", 1, "", "")));

    /** Notes the order of the calls. */
    private static class Bare implements LockStore {
        final List<String> calls = new ArrayList<>();

        @Override
        public Capabilities capabilities() {
            return new Capabilities(Set.of(), Duration.ofMillis(100), Duration.ZERO, 1);
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            calls.add("tryAcquire");
            return new AcquireReply.NotQueued();
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            calls.add("enqueue " + request.owner());
            wake.run();
            return new Ticket() {
                @Override
                public AcquireReply reply() {
                    return new AcquireReply.NotQueued();
                }

                @Override
                public AcquireReply poll(Duration answerWithin) {
                    return reply();
                }

                @Override
                public ReleaseReply abandon() {
                    return new ReleaseReply.Released();
                }
            };
        }

        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            return LockStore.allIndeterminate(grants, new IllegalStateException("x"));
        }

        @Override
        public ReleaseReply release(GrantRef grant) {
            calls.add("release " + grant.owner());
            return new ReleaseReply.AlreadyReleased();
        }
    }

    @Test
    void releaseAndEnqueue_byDefault_releasesFirstAndGivesBothReplies() {
        Bare store = new Bare();

        ReleaseAndEnqueue both = store.releaseAndEnqueue(GRANT, REQUEST, () -> store.calls.add("wake"));

        assertThat(store.calls).containsExactly("release c-1", "enqueue c-2", "wake");
        assertThat(both.released()).isEqualTo(new ReleaseReply.AlreadyReleased());
        assertThat(both.ticket().reply()).isEqualTo(new AcquireReply.NotQueued());
    }

    @Test
    void releaseAndEnqueue_releaseThrows_doesNotQueue() {
        List<String> queued = new ArrayList<>();
        LockStore store = new Bare() {
            @Override
            public ReleaseReply release(GrantRef grant) {
                throw new IllegalStateException("down");
            }

            @Override
            public Ticket enqueue(AcquireRequest request, Runnable wake) {
                queued.add("enqueue");
                return super.enqueue(request, wake);
            }
        };

        assertThatThrownBy(() -> store.releaseAndEnqueue(GRANT, REQUEST, () -> {}))
                .hasMessage("down");
        assertThat(queued).isEmpty();
    }

    @Test
    void optionalOperations_byDefault_areUnsupported() {
        Bare store = new Bare();

        assertThat(store.resize(GRANT, Share.MUTEX, 1)).isEqualTo(new ResizeReply.Unsupported());
        assertThat(store.reconcile(9, Set.of())).isEqualTo(new ReconcileReply.Unsupported());
        assertThat(store.calls).isEmpty();
    }

    @Test
    void shardOf_byDefault_isOneForAllNames() {
        assertThat(new Bare().shardOf("a")).isEqualTo(new Bare().shardOf("b"));
    }

    @Test
    void allIndeterminate_anyNumber_isOneReplyPerGrant() {
        Throwable cause = new IllegalStateException("down");

        assertThat(LockStore.allIndeterminate(List.of(GRANT, GRANT, GRANT), cause))
                .hasSize(3)
                .containsOnly(new RenewReply.Indeterminate(cause));
        assertThat(LockStore.allIndeterminate(List.of(), cause)).isEmpty();
    }

    @Test
    void answerWithin_anotherBound_changesNothingElse() {
        AcquireRequest changed = REQUEST.answerWithin(Duration.ofMillis(7));

        assertThat(changed.terms().answerWithin()).isEqualTo(Duration.ofMillis(7));
        assertThat(changed.answerWithin(Duration.ofSeconds(2))).isEqualTo(REQUEST);
    }
}
