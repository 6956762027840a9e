package dev.holdfast.testkit;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What a client with one mistake sends to its store, or makes of the replies. */
final class BrokenRequests {

    private BrokenRequests() {}

    /** Never leaves a queue. */
    static final class EntryLeft extends ForwardingLockStore {
        EntryLeft(LockStore target) {
            super(target);
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return new Tickets.Wrapped(super.enqueue(request, wake)) {
                @Override
                public ReleaseReply abandon() {
                    return new ReleaseReply.Released();
                }
            };
        }
    }

    /** Not broken: each third enqueue fails on its way. */
    static final class Unlucky extends ForwardingLockStore {
        private final AtomicInteger sent = new AtomicInteger();
        private final FaultyLockStore failing;

        Unlucky(LockStore target, Faults.Fault fault) {
            super(target);
            Faults faults = new Faults();
            faults.acquire(fault);
            failing = new FaultyLockStore(target, faults);
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return sent.incrementAndGet() % 3 == 0 ? failing.enqueue(request, wake) : super.enqueue(request, wake);
        }
    }

    /** Renews nothing. */
    static final class RenewalNotSent extends ForwardingLockStore {
        RenewalNotSent(LockStore target) {
            super(target);
        }

        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            return grants.stream().map(BrokenRequests::renewed).toList();
        }
    }

    /** Believes in a renewal whatever became of it, unless the store says no. */
    static final class RenewalTrusted extends ForwardingLockStore {
        RenewalTrusted(LockStore target) {
            super(target);
        }

        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            List<RenewReply> replies = super.renew(grants);
            return java.util.stream.IntStream.range(0, grants.size())
                    .mapToObj(i -> replies.get(i) instanceof RenewReply.Indeterminate
                            ? renewed(grants.get(i))
                            : replies.get(i))
                    .toList();
        }
    }

    /** Renews nothing any more once a renewal has failed. */
    static final class RenewalEnds extends ForwardingLockStore {
        private final Map<OwnerId, RenewReply> failed = new ConcurrentHashMap<>();

        RenewalEnds(LockStore target) {
            super(target);
        }

        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            return grants.stream().map(this::renewUnlessFailed).toList();
        }

        private RenewReply renewUnlessFailed(GrantRef grant) {
            RenewReply before = failed.get(grant.owner());
            if (before != null) {
                return before;
            }
            RenewReply reply = super.renew(List.of(grant)).get(0);
            if (reply instanceof RenewReply.Indeterminate) {
                failed.put(grant.owner(), reply);
            }
            return reply;
        }
    }

    private static RenewReply renewed(GrantRef grant) {
        return new RenewReply.Renewed(grant.lease());
    }

    /** Counts on twice the lease. */
    static final class LeaseDoubled extends ForwardingLockStore {
        LeaseDoubled(LockStore target) {
            super(target);
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            return doubled(super.tryAcquire(request));
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return new Tickets.Wrapped(super.enqueue(request, wake)) {
                @Override
                public AcquireReply reply() {
                    return doubled(super.reply());
                }

                @Override
                public AcquireReply poll(Duration answerWithin) {
                    return doubled(super.poll(answerWithin));
                }
            };
        }

        private static AcquireReply doubled(AcquireReply reply) {
            return reply instanceof AcquireReply.Granted granted
                    ? new AcquireReply.Granted(
                            granted.base(), granted.slot(), granted.lease().multipliedBy(2))
                    : reply;
        }
    }

    /** Takes a new owner id for each resend of a request whose reply was lost. */
    static final class Resending extends ForwardingLockStore {
        private final Map<OwnerId, OwnerId> sentAs = new ConcurrentHashMap<>();

        Resending(LockStore target) {
            super(target);
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            OwnerId last = sentAs.putIfAbsent(request.owner(), request.owner());
            return super.tryAcquire(last == null ? request : another(request));
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return new Resent(request, wake, super.enqueue(request, wake));
        }

        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            return super.renew(grants.stream().map(this::sent).toList());
        }

        @Override
        public ReleaseReply release(GrantRef grant) {
            return super.release(sent(grant));
        }

        private AcquireRequest another(AcquireRequest request) {
            AcquireRequest resend = Requests.reowned(request);
            sentAs.put(request.owner(), resend.owner());
            return resend;
        }

        private GrantRef sent(GrantRef grant) {
            OwnerId owner = sentAs.getOrDefault(grant.owner(), grant.owner());
            return new GrantRef(grant.name(), owner, grant.base(), grant.lease());
        }

        private final class Resent implements Ticket {
            private final AcquireRequest request;
            private final Runnable wake;
            private Ticket ticket;
            private AcquireReply last;

            Resent(AcquireRequest request, Runnable wake, Ticket ticket) {
                this.request = request;
                this.wake = wake;
                this.ticket = ticket;
                this.last = ticket.reply();
            }

            @Override
            public AcquireReply reply() {
                return ticket.reply();
            }

            @Override
            public AcquireReply poll(Duration answerWithin) {
                if (last instanceof AcquireReply.Indeterminate) {
                    ticket = target().enqueue(another(request), wake);
                    last = ticket.reply();
                } else {
                    last = ticket.poll(answerWithin);
                }
                return last;
            }

            @Override
            public ReleaseReply abandon() {
                return ticket.abandon();
            }
        }
    }
}
