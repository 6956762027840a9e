package dev.holdfast.cli.demo;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LossPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The lock that a worker sells under, and how its sale is written: the right way and the naive one. */
interface SaleLock {

    /** Waits for the lock. */
    Hold acquire() throws SQLException, InterruptedException;

    /** The lock, held. */
    interface Hold {
        /** Its token, zero where it has none. */
        long token();

        /** Before the first read. */
        void enter() throws SQLException;

        /** Writes a sale. */
        void sell(int left) throws SQLException;

        /** Gives the lock up. */
        void release() throws SQLException;
    }

    /** A leased lock with fencing. */
    static SaleLock leased(Holdfast holdfast, String name, Duration lease, Shop shop, int worker) {
        DistributedLock lock = holdfast.lock(name, o -> o.lease(lease).lossPolicy(LossPolicy.REPORT));
        return () -> new Leased(lock.acquire(), shop, worker);
    }

    /** A row with an end, no token, deleted by whoever thinks it is his. */
    static SaleLock naive(Duration lease, Shop shop, int worker) {
        return () -> {
            while (!shop.takeNaiveLock(worker, lease.toMillis())) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            return new Naive(shop, worker);
        };
    }

    /** See {@link #leased}. */
    record Leased(Lease lease, Shop shop, int worker) implements Hold {
        @Override
        public long token() {
            return lease.fencingToken().value();
        }

        @Override
        public void enter() throws SQLException {
            shop.enter(lease.fencingToken());
        }

        /** Does not ask the lease first: a pause can always come right after the answer. */
        @Override
        public void sell(int left) throws SQLException {
            shop.sell(worker, left, lease.fencingToken());
        }

        @Override
        public void release() {
            lease.release();
        }
    }

    /** See {@link #naive}. */
    record Naive(Shop shop, int worker) implements Hold {
        @Override
        public long token() {
            return 0;
        }

        @Override
        public void enter() {}

        @Override
        public void sell(int left) throws SQLException {
            shop.sellUnchecked(worker, left);
        }

        @Override
        public void release() throws SQLException {
            shop.dropNaiveLock();
        }
    }
}
