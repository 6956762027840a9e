package dev.holdfast.memory;

import dev.holdfast.spi.AcquireRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A queue entry. Every mutable field is guarded by the table's lock. */
final class Contender {

    /** An entry is refreshed at least once a second, or three times a lease; so long without is a dead client. */
    private static final long LEAST_PATIENCE = Duration.ofSeconds(3).toNanos();

    final AcquireRequest request;
    final Connection connection;

    /** Replaced when the same owner enqueues again. */
    Runnable wake;

    /** Ticker nanoseconds. */
    long lastSeen;

    @Nullable
    LapseTimer timer;

    Contender(AcquireRequest request, Connection connection, Runnable wake, Now now) {
        this.request = request;
        this.connection = connection;
        this.wake = wake;
        this.lastSeen = now.nanos();
    }

    boolean isStale(Now now) {
        long patience = Math.max(LEAST_PATIENCE, Grant.nanos(request.terms().lease()));
        return now.nanos() - lastSeen > patience;
    }

    /** Sees to it that a timer runs at the deadline or before; one that fires too early arms itself again. */
    void arm(long deadline, Now now, Runnable task, Effects effects) {
        LapseTimer running = timer;
        if (running != null && running.at - deadline <= 0) {
            return;
        }
        disarm(effects);
        LapseTimer next = new LapseTimer(deadline);
        timer = next;
        long delay = deadline - now.nanos();
        effects.add(() -> next.start(connection.context.scheduler(), task, delay));
    }

    void disarm(Effects effects) {
        LapseTimer running = timer;
        if (running != null) {
            timer = null;
            effects.add(running::cancel);
        }
    }
}
