package dev.holdfast.testkit;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Ticket;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Acquire replies take 0 to 5 ms, from a seed. Thread-safe. */
final class SlowLockStore extends ForwardingLockStore {

    private final Random random;

    SlowLockStore(LockStore target, long seed) {
        super(target);
        this.random = new Random(seed);
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        AcquireReply reply = super.tryAcquire(request);
        pause();
        return reply;
    }

    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        Ticket ticket = super.enqueue(request, wake);
        pause();
        return ticket;
    }

    private void pause() {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(5000)));
    }
}
