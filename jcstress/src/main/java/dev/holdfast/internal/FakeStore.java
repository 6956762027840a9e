package dev.holdfast.internal;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReconcileReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A store of one name in one atomic reference: strict, never slow, and built in a few nanoseconds. */
final class FakeStore implements LockStore {
    private static final Capabilities CAPABILITIES = new Capabilities(Set.of(), Duration.ofMillis(1), Duration.ZERO, 1);
    private static final Duration LONG = Duration.ofHours(1);

    /** Who holds the name; a client of another process is any other id. */
    final AtomicReference<@Nullable OwnerId> owner = new AtomicReference<>();

    /** Releases that freed the name. */
    final AtomicInteger freed = new AtomicInteger();

    /** Renewals sent, and how many of them ran at once at the most. */
    final AtomicInteger renewals = new AtomicInteger();

    volatile int mostAtOnce;

    private final AtomicInteger renewing = new AtomicInteger();
    private final AtomicInteger bases = new AtomicInteger();
    private final AtomicReference<@Nullable Runnable> wake = new AtomicReference<>();

    boolean free() {
        return owner.get() == null;
    }

    /** Somebody else's release. */
    void leave(OwnerId foreign) {
        free(foreign);
    }

    private boolean free(OwnerId whose) {
        OwnerId now = owner.get();
        if (now == null || !now.equals(whose) || !owner.compareAndSet(now, null)) {
            return false;
        }
        freed.incrementAndGet();
        Runnable waiting = wake.get();
        if (waiting != null) {
            waiting.run();
        }
        return true;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        return take(request, LONG);
    }

    private AcquireReply take(AcquireRequest request, Duration retryAfter) {
        OwnerId now = owner.get();
        boolean mine = now != null ? now.equals(request.owner()) : owner.compareAndSet(null, request.owner());
        return mine
                ? new AcquireReply.Granted(
                        bases.incrementAndGet(), 0, request.terms().lease())
                : new AcquireReply.Busy(null, retryAfter);
    }

    /** A contender is asked back at once the first time, then not before it is woken. */
    @Override
    public Ticket enqueue(AcquireRequest request, Runnable woken) {
        wake.set(woken);
        AcquireReply first = take(request, Duration.ZERO);
        return new Ticket() {
            @Override
            public AcquireReply reply() {
                return first;
            }

            @Override
            public AcquireReply poll(Duration answerWithin) {
                return take(request, LONG);
            }

            @Override
            public ReleaseReply abandon() {
                wake.compareAndSet(woken, null);
                free(request.owner());
                return new ReleaseReply.Released();
            }
        };
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        int atOnce = renewing.incrementAndGet();
        if (atOnce > mostAtOnce) {
            mostAtOnce = atOnce;
        }
        renewals.incrementAndGet();
        List<RenewReply> replies = new ArrayList<>(grants.size());
        for (GrantRef grant : grants) {
            replies.add(
                    grant.owner().equals(owner.get())
                            ? new RenewReply.Renewed(grant.lease())
                            : new RenewReply.NotOwner(LossCause.STORE_FORGOT, "not the owner"));
        }
        renewing.decrementAndGet();
        return replies;
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        return free(grant.owner()) ? new ReleaseReply.Released() : new ReleaseReply.AlreadyReleased();
    }

    @Override
    public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        return new ReconcileReply.Done(0);
    }
}
