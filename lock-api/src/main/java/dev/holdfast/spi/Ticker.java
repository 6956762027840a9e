package dev.holdfast.spi;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** The time that the engine and in-process stores see. Injected, so that tests run in virtual time. Thread-safe. */
public interface Ticker {

    /** Monotonic nanoseconds; only differences mean anything. */
    long nanos();

    /**
     * Wall time. Used for people and logs, for token bases where the store is this process, and to lose trust when it ran
     * ahead of the monotonic clock (L-4); never to gain any.
     */
    Instant wallTime();

    /** The system's clocks. */
    static Ticker system() {
        return SystemTicker.INSTANCE;
    }

    /** Saturating nanoseconds of a duration. */
    static long nanosOf(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** The one place that reads the system's clocks. */
    final class SystemTicker implements Ticker {
        private static final SystemTicker INSTANCE = new SystemTicker();
        private final Clock clock = Clock.systemUTC();

        private SystemTicker() {}

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant wallTime() {
            return clock.instant();
        }
    }
}
