package dev.holdfast.testkit;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReconcileReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/** One mistake each that a store may make, as a wrapper over {@link MemoryStore}'s SPI. */
@SuppressWarnings(
        "ImmutableEnumChecker") // its functions hold no state; what a mutant remembers is in the store it makes
enum Mutant {
    RELEASE_WITHOUT_OWNER_CHECK((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public ReleaseReply release(GrantRef grant) {
            ReleaseReply reply = super.release(grant);
            Optional<HeldLock> taken = operator(backend).forceRelease(grant.name(), "");
            return taken.isPresent() ? new ReleaseReply.Released() : reply;
        }
    }),
    RENEW_WITHOUT_OWNER_CHECK((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            return grants.stream().map(this::renewWhoever).toList();
        }

        private RenewReply renewWhoever(GrantRef grant) {
            Optional<HeldLock> held = operator(backend).find(grant.name());
            GrantRef asked = held.map(h -> new GrantRef(grant.name(), OwnerId.parse(h.owner()), 0, grant.lease()))
                    .orElse(grant);
            return target().renew(List.of(asked)).get(0);
        }
    }),
    RENEW_RECREATES((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            return grants.stream().map(this::renewOrCreate).toList();
        }

        private RenewReply renewOrCreate(GrantRef grant) {
            RenewReply reply = target().renew(List.of(grant)).get(0);
            if (reply instanceof RenewReply.Renewed) {
                return reply;
            }
            AcquireReply again = target().tryAcquire(Requests.fresh(grant));
            return again instanceof AcquireReply.Granted ? new RenewReply.Renewed(grant.lease()) : reply;
        }
    }),
    RENEWAL_SHORTENS((backend, store) -> new ForwardingLockStore(store) {
        private final Map<OwnerId, AcquireRequest> requests = new ConcurrentHashMap<>();

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            requests.put(request.owner(), request);
            return super.tryAcquire(request);
        }

        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            List<RenewReply> replies = super.renew(grants);
            for (int i = 0; i < grants.size(); i++) {
                AcquireRequest first = requests.get(grants.get(i).owner());
                if (replies.get(i) instanceof RenewReply.Renewed
                        && first != null
                        && grants.get(i).lease().compareTo(first.terms().lease()) < 0) {
                    ReleaseReply unused = super.release(grants.get(i));
                }
            }
            return replies;
        }
    }),
    RENEWAL_IGNORED((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            List<RenewReply> replies = super.renew(grants.stream()
                    .map(g -> new GrantRef(g.name(), g.owner(), g.base(), Duration.ofMillis(1)))
                    .toList());
            return java.util.stream.IntStream.range(0, grants.size())
                    .mapToObj(i -> replies.get(i) instanceof RenewReply.Renewed
                            ? new RenewReply.Renewed(grants.get(i).lease())
                            : replies.get(i))
                    .toList();
        }
    }),
    POISONED_BATCH_STOPS((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public List<RenewReply> renew(List<GrantRef> grants) {
            List<RenewReply> replies = new java.util.ArrayList<>();
            for (GrantRef grant : grants) {
                RenewReply reply = super.renew(List.of(grant)).get(0);
                replies.add(reply);
                if (!(reply instanceof RenewReply.Renewed)) {
                    break;
                }
            }
            while (replies.size() < grants.size()) {
                replies.add(new RenewReply.Indeterminate(new IllegalStateException("batch stopped")));
            }
            return replies;
        }
    }),
    TOKEN_REUSED((backend, store) -> new BrokenStores.Rebased(store, (name, base) -> 1_000_000L)),
    TOKEN_BACKWARDS((backend, store) -> new BrokenStores.Rebased(store, (name, base) -> (1L << 51) - 1 - base)),
    TOKEN_AS_DOUBLE(
            (backend, store) -> new BrokenStores.Rebased(store, (name, base) -> (long) (double) ((float) base))),
    TOKEN_OF_EACH_REPLY((backend, store) -> new BrokenStores.Rebased(store, new BiFunction<>() {
        private final AtomicLong counter = new AtomicLong();

        @Override
        public Long apply(String name, Long base) {
            return base + counter.incrementAndGet();
        }
    })),
    CAPACITY_TWO((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            AcquireReply reply = super.tryAcquire(request);
            return reply instanceof AcquireReply.Busy ? super.tryAcquire(Requests.named(request, "\1second")) : reply;
        }
    }),
    ENTRY_LEFT_BEHIND((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return new Tickets.Wrapped(super.enqueue(request, wake)) {
                @Override
                public ReleaseReply abandon() {
                    return new ReleaseReply.Released();
                }
            };
        }
    }),
    ENTRY_DROPPED_EARLY((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return new BrokenStores.ShortLived(target(), request, wake);
        }
    }),
    REFUSED_ENQUEUE_STAYS((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            Ticket ticket = super.enqueue(request, wake);
            if (ticket.reply() instanceof AcquireReply.Unavailable) {
                Ticket left = super.enqueue(Requests.reowned(Requests.unfloored(request)), wake);
                return new Tickets.Wrapped(left) {
                    @Override
                    public AcquireReply reply() {
                        return ticket.reply();
                    }
                };
            }
            return ticket;
        }
    }),
    LOST_WAKE_UP((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public Ticket enqueue(AcquireRequest request, Runnable wake) {
            return super.enqueue(request, () -> {});
        }
    }),
    RESEND_IS_A_SECOND_GRANT((backend, store) -> new ForwardingLockStore(store) {
        private final Set<OwnerId> held = ConcurrentHashMap.newKeySet();

        @Override
        public AcquireReply tryAcquire(AcquireRequest request) {
            if (held.contains(request.owner())) {
                Optional<HeldLock> taken = operator(backend).forceRelease(request.name(), "");
                return super.tryAcquire(taken.isPresent() ? Requests.reowned(request) : request);
            }
            AcquireReply reply = super.tryAcquire(request);
            if (reply instanceof AcquireReply.Granted) {
                held.add(request.owner());
            }
            return reply;
        }
    }),
    NAMES_LOWER_CASED((backend, store) -> new BrokenStores.Renamed(store, name -> name.toLowerCase(Locale.ROOT))),
    NAMES_CUT((backend, store) ->
            new BrokenStores.Renamed(store, name -> name.length() > 200 ? name.substring(0, 200) : name)),
    NESTED_NAMES_CUT((backend, store) -> new BrokenStores.Renamed(
            store, name -> name.indexOf('/') > 0 ? name.substring(0, name.indexOf('/')) : name)),
    RELEASED_OWNER_WINS_AGAIN((backend, store) -> new BrokenStores.Forgetful(store)),
    EXPIRY_IGNORED((backend, store) -> new BrokenStores.Leased(store, lease -> Duration.ofDays(30))),
    LEASE_IN_WHOLE_SECONDS(
            (backend, store) -> new BrokenStores.Leased(store, lease -> Duration.ofSeconds(lease.toSeconds()))),
    LEASE_IS_SECONDS_FOR_MILLIS((backend, store) -> new BrokenStores.Leased(store, lease -> lease.multipliedBy(1000))),
    RECONCILE_DROPS_LIVE((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
            return super.reconcile(upTo, Set.of());
        }
    }),
    RECONCILE_DROPS_LATER((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
            return super.reconcile(Long.MAX_VALUE - 1, live);
        }
    }),
    RECONCILE_DOES_NOTHING((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
            return new ReconcileReply.Done(0);
        }
    }),
    RELEASE_AGAIN_IS_AN_ERROR((backend, store) -> new ForwardingLockStore(store) {
        @Override
        public ReleaseReply release(GrantRef grant) {
            ReleaseReply reply = super.release(grant);
            return reply instanceof ReleaseReply.AlreadyReleased
                    ? new ReleaseReply.Indeterminate(new IllegalStateException("not held"))
                    : reply;
        }
    });

    private final BiFunction<Backend, LockStore, LockStore> mutation;

    Mutant(BiFunction<Backend, LockStore, LockStore> mutation) {
        this.mutation = mutation;
    }

    Backend apply(Backend backend) {
        return new ForwardingBackend(backend, store -> mutation.apply(backend, store));
    }

    private static LockInspector operator(Backend backend) {
        return backend.inspector().orElseThrow();
    }
}
