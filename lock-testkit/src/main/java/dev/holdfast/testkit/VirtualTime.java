package dev.holdfast.testkit;

import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until it is told to go on, and the one thread of whoever lives in it.
 *
 * <p>Tasks run on the thread that calls {@link #advance} or {@link #runDue}, in the order of their due times; tasks due at
 * the same moment run in an order drawn from the seed. {@code execute} is a task due now. What a task throws comes out of the
 * call that ran it. Scheduling and reading are thread-safe; only one thread at a time may run tasks, and no task may.
 */
public final class VirtualTime implements Ticker, Scheduler {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Guards every field. */
    private final ReentrantLock lock = new ReentrantLock();

    private final TreeSet<Task> tasks = new TreeSet<>(
            Comparator.comparingLong(Task::due).thenComparingLong(Task::order).thenComparingLong(Task::number));
    private final Random random;
    private long nanos;
    private Duration wallAhead = Duration.ZERO;
    private boolean running;
    private long created;

    /** One with seed 0. */
    public VirtualTime() {
        this(0);
    }

    /**
     * Starts at 2026-01-01T00:00Z.
     *
     * @param seed decides the order of simultaneous tasks; the same seed gives the same order
     */
    public VirtualTime(long seed) {
        this.random = new Random(seed);
    }

    private record Task(Runnable body, long due, long order, long number) {}

    @Override
    public long nanos() {
        return locked(() -> nanos);
    }

    @Override
    public Instant wallTime() {
        return locked(() -> START.plusNanos(nanos).plus(wallAhead));
    }

    @Override
    public Scheduled schedule(Runnable body, Duration delay) {
        return locked(() -> {
            long wait = Math.min(Math.max(0, Ticker.nanosOf(delay)), Long.MAX_VALUE / 2);
            Task task = new Task(body, nanos + wait, random.nextLong(), ++created);
            tasks.add(task);
            return () -> cancel(task);
        });
    }

    @Override
    public void execute(Runnable body) {
        Scheduled unused = schedule(body, Duration.ZERO);
    }

    /** Runs everything that falls due within the time, each at its moment, and ends at that time. */
    public void advance(Duration time) {
        long until = nanos() + Ticker.nanosOf(time);
        run(until);
        locked(() -> nanos = Math.max(nanos, until));
    }

    /** Runs what is due now, also what that makes due now. */
    public void runDue() {
        run(nanos());
    }

    /** Wall time alone moves, as when the machine slept (forwards) or its clock was set. */
    public void jumpWall(Duration by) {
        locked(() -> wallAhead = wallAhead.plus(by));
    }

    /** Monotonic and wall time move, and nothing runs meanwhile: as when the process was stopped. */
    public void freeze(Duration time) {
        locked(() -> nanos += Ticker.nanosOf(time));
    }

    /** How many tasks wait for their time. */
    public int pending() {
        return locked(tasks::size);
    }

    private void run(long until) {
        locked(() -> {
            if (running) {
                throw new IllegalStateException("virtual time is already running: tasks must not advance it");
            }
            running = true;
            return true;
        });
        try {
            Task task = next(until);
            while (task != null) {
                task.body().run();
                task = next(until);
            }
        } finally {
            locked(() -> running = false);
        }
    }

    private @Nullable Task next(long until) {
        lock.lock();
        try {
            if (tasks.isEmpty() || tasks.first().due() > until) {
                return null;
            }
            nanos = Math.max(nanos, tasks.first().due());
            return tasks.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Task task) {
        locked(() -> tasks.remove(task));
    }

    private <T> T locked(java.util.function.Supplier<T> section) {
        lock.lock();
        try {
            return section.get();
        } finally {
            lock.unlock();
        }
    }
}
