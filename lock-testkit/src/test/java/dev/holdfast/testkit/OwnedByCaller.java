package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.ReleaseResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Re-entrant without being asked: whoever counts as the owner of a name gets it again, and counts. */
final class OwnedByCaller extends ForwardingClient {

    private final Supplier<Object> caller;
    private final Map<Key, Hold> holds = new ConcurrentHashMap<>();

    private record Key(Object owner, String name) {}

    private record Hold(Lease lease, int count) {}

    /** @param caller who counts as the owner: the thread, or the client as a whole */
    OwnedByCaller(Holdfast target, Supplier<Object> caller) {
        super(target);
        this.caller = caller;
    }

    @Override
    DistributedLock changed(DistributedLock lock) {
        return new Reentrant(lock);
    }

    private final class Reentrant extends ForwardingLock {
        Reentrant(DistributedLock target) {
            super(target);
        }

        @Override
        public Lease acquire() throws InterruptedException {
            Lease again = again();
            return again == null ? first(super.acquire()) : again;
        }

        @Override
        public Lease acquireUninterruptibly() {
            Lease again = again();
            return again == null ? first(super.acquireUninterruptibly()) : again;
        }

        @Override
        public Acquisition tryAcquire() {
            Lease again = again();
            return again == null ? first(super.tryAcquire()) : again;
        }

        @Override
        public Acquisition tryAcquire(Duration wait) throws InterruptedException {
            Lease again = wait.isNegative() ? null : again();
            return again == null ? first(super.tryAcquire(wait)) : again;
        }

        private Key key() {
            return new Key(caller.get(), name());
        }

        private @Nullable Lease again() {
            Key key = key();
            Hold hold = holds.computeIfPresent(key, (k, now) -> new Hold(now.lease(), now.count() + 1));
            return hold == null ? null : new Counted(key, hold.lease());
        }

        private Acquisition first(Acquisition got) {
            return got instanceof Lease won ? first(won) : got;
        }

        private Lease first(Lease won) {
            Key key = key();
            holds.put(key, new Hold(won, 1));
            return new Counted(key, won);
        }
    }

    private final class Counted extends ForwardingLease {
        private final Key key;
        private final AtomicBoolean open = new AtomicBoolean(true);

        Counted(Key key, Lease target) {
            super(target);
            this.key = key;
        }

        @Override
        public ReleaseResult release() {
            return !open.get() || isLast() ? super.release() : ReleaseResult.RELEASED;
        }

        @Override
        public void close() {
            if (!open.get() || isLast()) {
                super.close();
            }
        }

        private boolean isLast() {
            if (!key.owner().equals(caller.get())) {
                throw new IllegalMonitorStateException("not the owner: " + caller.get());
            }
            open.set(false);
            return holds.computeIfPresent(
                            key, (k, now) -> now.count() == 1 ? null : new Hold(now.lease(), now.count() - 1))
                    == null;
        }
    }
}
