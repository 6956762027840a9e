package dev.holdfast.fence;

import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One lock and one mark per resource: the check and the write are one step because the lock is held over both. */
final class MemoryFenceGate implements FenceGate {

    private final ConcurrentHashMap<String, Mark> marks = new ConcurrentHashMap<>();

    @Override
    public void enter(String resource, FencingToken token) {
        write(resource, token, () -> {});
    }

    @Override
    public <X extends Exception> void write(String resource, FencingToken token, GuardedWrite<X> write) throws X {
        Objects.requireNonNull(write, "write");
        Mark mark = marks.computeIfAbsent(resource, r -> new Mark());
        mark.lock.lock();
        try {
            if (token.value() < mark.highest) {
                throw new FenceRejectedException(resource, token, new FencingToken(mark.highest));
            }
            mark.highest = token.value();
            write.run();
        } finally {
            mark.lock.unlock();
        }
    }

    private static final class Mark {
        final ReentrantLock lock = new ReentrantLock();
        long highest;
    }
}
