package dev.holdfast.testkit;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Stores that change one value on its way. */
final class BrokenStores {

    private BrokenStores() {}

    /** Another token base in each grant. */
    static final class Rebased extends ForwardingLockStore {
        private final BiFunction<String, Long, Long> change;

        Rebased(LockStore target, BiFunction<String, Long, Long> change) {
            super(target);
            this.change = change;
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            return rebased(request, super.tryAcquire(request));
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            Ticket ticket = super.enqueue(request, wake);
            return new Tickets.Wrapped(ticket) {
                @Override
                public AcquireReply reply() {
                    return rebased(request, ticket.reply());
                }

                @Override
                public AcquireReply poll(Duration answerWithin) {
                    return rebased(request, ticket.poll(answerWithin));
                }
            };
        }

        private AcquireReply rebased(AcquireRequest request, AcquireReply reply) {
            return reply instanceof AcquireReply.Granted granted
                    ? new AcquireReply.Granted(
                            change.apply(request.name(), granted.base()), granted.slot(), granted.lease())
                    : reply;
        }
    }

    /** Keeps no owner ids that are over: a late duplicate acquires like any other. */
    static final class Forgetful extends ForwardingLockStore {
        Forgetful(LockStore target) {
            super(target);
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            AcquireReply reply = super.tryAcquire(request);
            return reply instanceof AcquireReply.NotQueued ? super.tryAcquire(Requests.reowned(request)) : reply;
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            Ticket ticket = super.enqueue(request, wake);
            return ticket.reply() instanceof AcquireReply.NotQueued
                    ? super.enqueue(Requests.reowned(request), wake)
                    : ticket;
        }
    }

    /** Another key for each name. */
    static final class Renamed extends ForwardingLockStore {
        private final UnaryOperator<String> key;

        Renamed(LockStore target, UnaryOperator<String> key) {
            super(target);
            this.key = key;
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            return super.tryAcquire(Requests.named(request, key.apply(request.name())));
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return super.enqueue(Requests.named(request, key.apply(request.name())), wake);
        }

        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            return super.renew(grants.stream().map(this::renamed).toList());
        }

        @Override
        public ReleaseReply release(GrantRef grant) {
            return super.release(renamed(grant));
        }

        private GrantRef renamed(GrantRef grant) {
            return new GrantRef(key.apply(grant.name()), grant.owner(), grant.base(), grant.lease());
        }
    }

    /** An entry, and an offer to it, that is dropped after 700 ms without a poll; the grant itself has its whole lease. */
    static final class ShortLived extends Tickets.Wrapped {
        private static final Duration KEPT = Duration.ofMillis(700);

        private final LockStore store;
        private final AcquireRequest request;

        ShortLived(LockStore store, AcquireRequest request, Runnable wake) {
            super(store.enqueue(Requests.leased(request, least(request.terms().lease())), wake));
            this.store = store;
            this.request = request;
        }

        private static Duration least(Duration lease) {
            return lease.compareTo(KEPT) < 0 ? lease : KEPT;
        }

        @Override
        public AcquireReply reply() {
            return whole(super.reply());
        }

        @Override
        public AcquireReply poll(Duration answerWithin) {
            return whole(super.poll(answerWithin));
        }

        private AcquireReply whole(AcquireReply reply) {
            if (reply instanceof AcquireReply.Granted granted) {
                List<RenewReply> unused = store.renew(List.of(StoreClient.ref(request, granted.base())));
                return new AcquireReply.Granted(
                        granted.base(), granted.slot(), request.terms().lease());
            }
            return reply;
        }
    }

    /** Not broken: never wakes, and says instead that a poll is worth a call every 50 ms. */
    static final class Punctual extends ForwardingLockStore {
        private static final Duration SOON = Duration.ofMillis(50);

        Punctual(LockStore target) {
            super(target);
        }

        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return new Tickets.Wrapped(super.enqueue(request, () -> {})) {
                @Override
                public AcquireReply reply() {
                    return soon(super.reply());
                }

                @Override
                public AcquireReply poll(Duration answerWithin) {
                    return soon(super.poll(answerWithin));
                }
            };
        }

        private static AcquireReply soon(AcquireReply reply) {
            return reply instanceof AcquireReply.Busy busy ? new AcquireReply.Busy(busy.holder(), SOON) : reply;
        }
    }

    /** Another lease length towards the store. */
    static final class Leased extends ForwardingLockStore {
        private final UnaryOperator<Duration> change;

        Leased(LockStore target, UnaryOperator<Duration> change) {
            super(target);
            this.change = change;
        }

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            AcquireReply reply = super.tryAcquire(
                    Requests.leased(request, change.apply(request.terms().lease())));
            return reply instanceof AcquireReply.Granted granted
                    ? new AcquireReply.Granted(
                            granted.base(), granted.slot(), request.terms().lease())
                    : reply;
        }
    }
}
