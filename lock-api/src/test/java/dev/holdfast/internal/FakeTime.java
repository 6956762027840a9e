package dev.holdfast.internal;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** Two clocks set by hand, and a scheduler that runs its tasks when told to. Confined to the test's thread. */
final class FakeTime implements Ticker, Scheduler {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** What happens between two readings of the clocks. */
    Runnable betweenReadings = () -> {};

    private final Queue<Runnable> ready = new ArrayDeque<>();
    private final PriorityQueue<Timed> timed = new PriorityQueue<>(Comparator.comparingLong(Timed::at));
    private long nanos = -5_000_000_000L;
    private Instant wall = START;

    private record Timed(long at, Runnable task) {}

    @Override
    public long nanos() {
        long now = nanos;
        betweenReadings.run();
        return now;
    }

    @Override
    public Instant wallTime() {
        Instant now = wall;
        betweenReadings.run();
        return now;
    }

    /** Both clocks go on; what falls due runs. */
    void pass(Duration time) {
        nanos += time.toNanos();
        wall = wall.plus(time);
        while (!timed.isEmpty() && timed.peek().at <= nanos) {
            timed.remove().task.run();
        }
    }

    /** Only the wall clock moves: the machine slept, or somebody set the clock. */
    void jump(Duration time) {
        wall = wall.plus(time);
    }

    /** Runs what was to run soon; how many tasks there were. */
    int runReady() {
        int count = 0;
        for (Runnable task = ready.poll(); task != null; task = ready.poll()) {
            task.run();
            count++;
        }
        return count;
    }

    @Override
    public Scheduled schedule(Runnable task, Duration delay) {
        Timed entry = new Timed(nanos + delay.toNanos(), task);
        timed.add(entry);
        return () -> timed.remove(entry);
    }

    @Override
    public void execute(Runnable task) {
        ready.add(task);
    }
}
