package dev.holdfast.testkit;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReconcileReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticket;
import dev.holdfast.testkit.Faults.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store behind a line that fails as told. As thread-safe as its target. */
public final class FaultyLockStore extends ForwardingLockStore {

    private final Faults faults;

    /** Fails as the switches say at each call. */
    public FaultyLockStore(LockStore target, Faults faults) {
        super(target);
        this.faults = faults;
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        return acquiring(faults.acquire(), () -> super.tryAcquire(request));
    }

    /** A ticket whose request was lost joins the queue by no later poll. */
    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        Fault fault = faults.acquire();
        if (fault == Fault.THROWS) {
            throw new IllegalStateException("fault: " + fault);
        }
        boolean sent = fault == Fault.NONE || fault == Fault.REPLY_LOST;
        Ticket ticket = sent ? super.enqueue(request, wake) : null;
        AcquireReply reply = acquiring(fault, () -> ticket == null ? new AcquireReply.NotQueued() : ticket.reply());
        return new FaultyTicket(ticket, request, reply);
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        return faulty(faults.renew(), () -> super.renew(grants), lost -> LockStore.allIndeterminate(grants, lost));
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        return faulty(faults.release(), () -> super.release(grant), ReleaseReply.Indeterminate::new);
    }

    @Override
    public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        return faulty(faults.reconcile(), () -> super.reconcile(upTo, live), ReconcileReply.Indeterminate::new);
    }

    private static AcquireReply acquiring(Fault fault, Supplier<AcquireReply> call) {
        if (fault == Fault.UNAVAILABLE) {
            return new AcquireReply.Unavailable(new IllegalStateException("fault: " + fault));
        }
        return faulty(fault, call, AcquireReply.Indeterminate::new);
    }

    private static <T> T faulty(Fault fault, Supplier<T> call, Function<Throwable, T> noReply) {
        switch (fault) {
            case NONE -> {
                return call.get();
            }
            case THROWS -> throw new IllegalStateException("fault: " + fault);
            case REPLY_LOST -> {
                T lost = call.get();
                return noReply.apply(new IllegalStateException("fault: lost " + lost));
            }
            case REQUEST_LOST, UNAVAILABLE -> {
                return noReply.apply(new IllegalStateException("fault: " + fault));
            }
        }
        throw new IllegalStateException("no such fault: " + fault);
    }

    private final class FaultyTicket implements Ticket {
        private final @Nullable Ticket ticket;
        private final AcquireRequest request;
        private final AcquireReply reply;

        FaultyTicket(@Nullable Ticket ticket, AcquireRequest request, AcquireReply reply) {
            this.ticket = ticket;
            this.request = request;
            this.reply = reply;
        }

        @Override
        public AcquireReply reply() {
            return reply;
        }

        @Override
        public AcquireReply poll(Duration answerWithin) {
            return acquiring(
                    faults.poll(), () -> ticket == null ? new AcquireReply.NotQueued() : ticket.poll(answerWithin));
        }

        @Override
        public ReleaseReply abandon() {
            GrantRef ref = new GrantRef(
                    request.name(), request.owner(), 0, request.terms().lease());
            return ticket == null
                    ? release(ref)
                    : faulty(faults.release(), ticket::abandon, ReleaseReply.Indeterminate::new);
        }
    }
}
