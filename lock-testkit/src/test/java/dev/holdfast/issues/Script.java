package dev.holdfast.issues;

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
import dev.holdfast.testkit.ForwardingLockStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store whose answers a test replaces, kind by kind. Thread-safe. */
final class Script extends ForwardingLockStore {

    final Hook<AcquireRequest, AcquireReply> attempt = new Hook<>();
    final Hook<AcquireRequest, Ticket> enqueue = new Hook<>();
    final Hook<AcquireRequest, AcquireReply> poll = new Hook<>();
    final Hook<List<GrantRef>, List<RenewReply>> renew = new Hook<>();
    final Hook<GrantRef, ReleaseReply> release = new Hook<>();
    final Hook<GrantRef, ReleaseAndEnqueue> swap = new Hook<>();
    final Hook<String, Object> shard = new Hook<>();
    final Hook<String, Capabilities> capabilities = new Hook<>();
    final Hook<Long, ReconcileReply> reconcile = new Hook<>();

    /** Hears the bound of each poll. */
    volatile Consumer<Duration> bound = within -> {};

    /** What the engine gave to the latest enqueue. */
    volatile Runnable wake = () -> {};

    Script(LockStore target) {
        super(target);
    }

    /** A ticket that says the same whenever it is asked. */
    static Ticket saying(@Nullable AcquireReply reply) {
        return new Saying(reply);
    }

    @SuppressWarnings("NullAway") // a broken store's null is the point
    private record Saying(@Nullable AcquireReply what) implements Ticket {
        @Override
        public AcquireReply reply() {
            return what;
        }

        @Override
        public AcquireReply poll(Duration answerWithin) {
            return what;
        }

        @Override
        public ReleaseReply abandon() {
            return new ReleaseReply.Released();
        }
    }

    @Override
    public Capabilities capabilities() {
        return capabilities.call("", super::capabilities);
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        return attempt.call(request, () -> super.tryAcquire(request));
    }

    @Override
    @SuppressWarnings("NullAway") // a broken store's null is passed on
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        this.wake = wake;
        Ticket ticket = enqueue.call(request, () -> super.enqueue(request, wake));
        return ticket == null ? null : new Polled(request, ticket);
    }

    private final class Polled implements Ticket {
        private final AcquireRequest request;
        private final Ticket ticket;

        Polled(AcquireRequest request, Ticket ticket) {
            this.request = request;
            this.ticket = ticket;
        }

        @Override
        public AcquireReply reply() {
            return ticket.reply();
        }

        @Override
        public AcquireReply poll(Duration answerWithin) {
            bound.accept(answerWithin);
            return poll.call(request, () -> ticket.poll(answerWithin));
        }

        @Override
        public ReleaseReply abandon() {
            return ticket.abandon();
        }
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        return renew.call(grants, () -> super.renew(grants));
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        return release.call(grant, () -> super.release(grant));
    }

    @Override
    public ReleaseAndEnqueue releaseAndEnqueue(GrantRef grant, AcquireRequest request, Runnable wake) {
        return swap.call(grant, () -> super.releaseAndEnqueue(grant, request, wake));
    }

    @Override
    public Object shardOf(String name) {
        return shard.call(name, () -> super.shardOf(name));
    }

    @Override
    public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        return reconcile.call(upTo, () -> super.reconcile(upTo, live));
    }
}
