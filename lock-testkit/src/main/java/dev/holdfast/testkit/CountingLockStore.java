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
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts the commands that a client sends. Thread-safe; a total is exact once the client is idle. */
public final class CountingLockStore extends ForwardingLockStore {

    private final Counts counts;

    /** Adds to the counts. */
    public CountingLockStore(LockStore target, Counts counts) {
        super(target);
        this.counts = counts;
    }

    /** The counts; may be shared by several stores. */
    public static final class Counts {
        private final LongAdder acquires = new LongAdder();
        private final LongAdder polls = new LongAdder();
        private final LongAdder renewCalls = new LongAdder();
        private final LongAdder renewedGrants = new LongAdder();
        private final LongAdder releases = new LongAdder();
        private final LongAdder reconciles = new LongAdder();
        private final AtomicInteger largestBatch = new AtomicInteger();

        /** All zero. */
        public Counts() {}

        /** Calls of {@code tryAcquire} and {@code enqueue}. */
        public long acquires() {
            return acquires.sum();
        }

        /** Polls of tickets. */
        public long polls() {
            return polls.sum();
        }

        /** Calls of {@code renew}. */
        public long renewCalls() {
            return renewCalls.sum();
        }

        /** Grants in those calls. */
        public long renewedGrants() {
            return renewedGrants.sum();
        }

        /** The most grants in one of them. */
        public int largestBatch() {
            return largestBatch.get();
        }

        /** Releases and abandonments. */
        public long releases() {
            return releases.sum();
        }

        /** Calls of {@code reconcile}. */
        public long reconciles() {
            return reconciles.sum();
        }

        /** All of these calls. */
        public long total() {
            return acquires() + polls() + renewCalls() + releases() + reconciles();
        }
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        counts.acquires.increment();
        return super.tryAcquire(request);
    }

    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        counts.acquires.increment();
        Ticket ticket = super.enqueue(request, wake);
        return new Ticket() {
            @Override
            public AcquireReply reply() {
                return ticket.reply();
            }

            @Override
            public AcquireReply poll(Duration answerWithin) {
                counts.polls.increment();
                return ticket.poll(answerWithin);
            }

            @Override
            public ReleaseReply abandon() {
                counts.releases.increment();
                return ticket.abandon();
            }
        };
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        counts.renewCalls.increment();
        counts.renewedGrants.add(grants.size());
        counts.largestBatch.accumulateAndGet(grants.size(), Math::max);
        return super.renew(grants);
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        counts.releases.increment();
        return super.release(grant);
    }

    @Override
    public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        counts.reconciles.increment();
        return super.reconcile(upTo, live);
    }
}
