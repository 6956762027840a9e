package dev.holdfast.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * How long the machine has held this process up: a thread that asks to run every few milliseconds notes by how much it came
 * late. Bounds in real time are measured without that time, so that they judge the code and not its neighbours. Thread-safe.
 */
public final class Stalls {

    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Duration POLL = Duration.ofMillis(5);

    /** However slow the machine, no wait is extended beyond this many times its bound, or a minute. */
    private static final int MOST = 10;

    private static final AtomicLong LOST = new AtomicLong();
    private static final AtomicLong BEAT = new AtomicLong(System.nanoTime());

    static {
        Thread meter = new Thread(Stalls::measure, "tck-stalls");
        meter.setDaemon(true);
        meter.start();
    }

    private final long began = System.nanoTime();
    private final long lostBefore = lost();

    private Stalls() {}

    /** A measurement that begins now. */
    public static Stalls begin() {
        return new Stalls();
    }

    /** The time since the beginning in which this process could run. */
    public Duration elapsed() {
        return wall().minus(stalled());
    }

    /** The time since the beginning in which this process was held up. */
    public Duration stalled() {
        return Duration.ofNanos(Math.max(0, lost() - lostBefore));
    }

    private Duration wall() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /**
     * Waits until the condition holds, looking every 5 ms.
     *
     * @param what names it in the failure
     * @param within the bound, without stalls
     * @throws AssertionError when it does not hold in time
     */
    public static void await(String what, Duration within, BooleanSupplier condition) {
        Stalls stalls = begin();
        Duration most = longer(within.multipliedBy(MOST), Duration.ofMinutes(1));
        while (!condition.getAsBoolean()) {
            if (stalls.elapsed().compareTo(within) > 0 || stalls.wall().compareTo(most) > 0) {
                if (condition.getAsBoolean()) {
                    return;
                }
                throw new AssertionError(
                        what + ": not within " + within + ", stalled for " + stalls.stalled() + " besides");
            }
            pause(POLL);
        }
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** With the stall that lasts still, which the meter has not seen yet. */
    private static long lost() {
        return LOST.get() + late(BEAT.get(), System.nanoTime());
    }

    private static long late(long beat, long now) {
        long late = now - beat - PERIOD;
        return late > PERIOD ? late : 0;
    }

    private static void measure() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                TimeUnit.NANOSECONDS.sleep(PERIOD);
            } catch (InterruptedException stop) {
                return;
            }
            long now = System.nanoTime();
            LOST.addAndGet(late(BEAT.get(), now));
            BEAT.set(now);
        }
    }
}
