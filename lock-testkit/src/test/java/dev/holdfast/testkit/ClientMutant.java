package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** One mistake each that a client may make; all of them were made by some library. The text names the faults of COVERAGE.md. */
@SuppressWarnings(
        "ImmutableEnumChecker") // its functions hold no state; what a mutant remembers is in the client it makes
enum ClientMutant {
    /** P21: an interruptible form that waits on. */
    INTERRUPT_IGNORED(locks(BrokenLocks.Deaf::new)),
    /** P21: the flag is gone when an uninterruptible form returns. */
    INTERRUPT_FORGOTTEN(locks(BrokenLocks.Forgetful::new)),
    /** P21: an uninterruptible form that throws. */
    INTERRUPT_ENDS_UNINTERRUPTIBLE(locks(BrokenLocks.ThrowsWhenInterrupted::new)),
    /** P1, P21: an interrupted caller leaves, its request stays. */
    INTERRUPTED_WAITER_STAYS(locks(BrokenLocks.LeavesWhenInterrupted::new)),
    /** P1, P22: a caller whose time is over leaves, its request stays. */
    TIMED_OUT_WAITER_STAYS(locks(BrokenLocks.LeavesWhenTimedOut::new)),
    /** P1, P22: a cancelled future stays in the queue, wins, and its lease is renewed for ever. */
    CANCELLED_WAITER_STAYS(locks(BrokenLocks.CannotCancel::new)),
    /** P22: nothing takes the entry of a waiter that gave up out of the store's queue. */
    ABANDONMENT_NOT_SENT(stores(BrokenRequests.EntryLeft::new)),
    /** P22 and others: the naive client, a loop around an attempt and a sleep. */
    SLEEPS_BETWEEN_ATTEMPTS(locks(BrokenLocks.Naps::new)),
    /** P27: the thread is the owner. */
    OWNER_IS_THE_THREAD((backend, config) -> new OwnedByCaller(Holdfast.over(backend, config), Thread::currentThread)),
    /** P27: the client, or its session, is the owner. */
    OWNER_IS_THE_CLIENT((backend, config) -> new OwnedByCaller(Holdfast.over(backend, config), () -> "client")),
    /** The client counts tokens itself. */
    TOKEN_OF_THE_CLIENT((backend, config) -> {
        AtomicLong last = new AtomicLong();
        return BrokenClients.ofLeases(
                Holdfast.over(backend, config), lease -> new BrokenLeases.OwnToken(lease, last.incrementAndGet()));
    }),
    /** P15: each resend is a request of its own. */
    RESEND_UNDER_A_NEW_OWNER(stores(BrokenRequests.Resending::new)),
    /** P9: the renewal runs, and nothing is sent. */
    RENEWAL_NOT_SENT(stores(BrokenRequests.RenewalNotSent::new)),
    /** P3: the first renewal that fails is the last. */
    RENEWAL_ENDS_AT_A_FAILURE(stores(BrokenRequests.RenewalEnds::new)),
    /** P9: a renewal that failed is a line in the log. */
    RENEWAL_FAILURE_IGNORED(stores(BrokenRequests.RenewalTrusted::new)),
    /** P9: the holder counts on two leases. */
    LEASE_COUNTED_TWICE(stores(BrokenRequests.LeaseDoubled::new)),
    /** P9: a flag says whether it is held. */
    HELD_IS_A_FLAG(leases(BrokenLeases.HeldFlag::new)),
    /** The lease ends by the wall clock of the client. */
    ENDS_BY_THE_WALL_CLOCK((backend, config) -> {
        HoldfastConfig set = config.apply(HoldfastConfig.DEFAULTS);
        return BrokenClients.ofLeases(
                Holdfast.over(backend, defaults -> set), lease -> new BrokenLeases.WallClockEnd(lease, set.ticker()));
    }),
    /** P8: nobody is told. */
    LOSS_NOT_TOLD(leases(BrokenLeases.Untold::new)),
    /** P8, P30: told by each timer that finds it. */
    LOSS_TOLD_TWICE(leases(BrokenLeases.ToldTwice::new)),
    /** P18: nothing to release is as good as released. */
    LOSS_IGNORED_AT_RELEASE(leases(BrokenLeases.LossIgnored::new)),
    /** P8: a listener that blocks holds up the renewals of all. */
    ONE_THREAD_FOR_ALL((backend, config) -> {
        BrokenClients.OneThreadScheduler scheduler = new BrokenClients.OneThreadScheduler();
        return new BrokenClients.OneThread(
                scheduler,
                Holdfast.over(backend, defaults -> config.apply(defaults).scheduler(scheduler)));
    }),
    /** P19: the lock of the process stays taken when the store's lease was lost. */
    LOCAL_LOCK_STUCK(clients(LocalFirst::new)),
    /** P19: the release clears the interrupt, so that it does not disturb the driver. */
    INTERRUPT_CLEARED_BY_RELEASE(leases(BrokenLeases.EatsTheFlag::new)),
    /** P19: the release of an interrupted thread ends the lease here only. */
    INTERRUPTED_RELEASE_NOT_SENT(leases(BrokenLeases.NotSentWhenInterrupted::new)),
    /** P12: one lease length per name, that of the last call. */
    LENGTH_OF_THE_LAST_CALL(clients(BrokenClients.LastLength::new)),
    /** P11: a form without the options. */
    ASYNC_WITHOUT_OPTIONS(clients(BrokenClients.AsyncWithDefaults::new)),
    /** P11: nonsense becomes the default. */
    DEFAULT_FOR_NONSENSE(clients(BrokenClients.DefaultForNonsense::new)),
    /** P11: a negative wait has no end. */
    NEGATIVE_WAIT_IS_FOREVER(locks(BrokenLocks.NegativeIsForever::new)),
    /** P11, P31: arguments are checked when the lock is used. */
    CHECKED_AT_USE(clients(BrokenClients.ChecksLate::new)),
    /** P31: names that differ become one. */
    NAMES_NORMALIZED(clients(BrokenClients.NormalizedNames::new)),
    /** Closing releases what holders still use. */
    CLOSE_RELEASES_HELD(clients(BrokenClients.ReleasesAtClose::new)),
    /** Closing ends renewal at once. */
    CLOSE_WITHOUT_GRACE((backend, config) ->
            Holdfast.over(backend, defaults -> config.apply(defaults).closeGrace(Duration.ZERO))),
    /** A waiter takes "closed" for a failure that passes. */
    CLOSED_IS_RETRIED(locks(BrokenLocks.RetriesAll::new)),
    /** A closed client opens itself again. */
    CLOSED_REOPENS((backend, config) -> new BrokenClients.Reopens(() -> Holdfast.over(backend, config)));

    final ClientMutantCase.Maker maker;

    ClientMutant(ClientMutantCase.Maker maker) {
        this.maker = maker;
    }

    private static ClientMutantCase.Maker clients(UnaryOperator<Holdfast> change) {
        return (backend, config) -> change.apply(Holdfast.over(backend, config));
    }

    private static ClientMutantCase.Maker locks(UnaryOperator<DistributedLock> change) {
        return clients(client -> BrokenClients.ofLocks(client, change));
    }

    static ClientMutantCase.Maker leases(UnaryOperator<Lease> change) {
        return clients(client -> BrokenClients.ofLeases(client, change));
    }

    /** What the client says to its store, changed on the way: as if it had said it so. */
    static ClientMutantCase.Maker stores(UnaryOperator<LockStore> change) {
        return (backend, config) ->
                Holdfast.over(context -> new ForwardingBackend(backend.apply(context), change), config);
    }
}
