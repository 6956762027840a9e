package dev.holdfast.cli.exec;

import dev.holdfast.lock.LeaseLoss;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What happens while a program runs, brought to the one thread that acts on it. Thread-safe. */
final class Events {

    private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>();

    /** Something happened. */
    sealed interface Event {}

    /** We got a signal. */
    record Signalled(Signals.Signal signal) implements Event {}

    /** The lease was lost. */
    record Lost(LeaseLoss loss) implements Event {}

    /** The program ended; what it started may still run. */
    record Ended() implements Event {}

    void add(Event event) {
        queue.add(event);
    }

    Optional<Event> await(Duration atMost) throws InterruptedException {
        return Optional.ofNullable(queue.poll(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS));
    }
}
