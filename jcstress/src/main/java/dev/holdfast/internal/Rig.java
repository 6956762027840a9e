package dev.holdfast.internal;

import dev.holdfast.HoldfastConfig;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The engine of one client over a {@link FakeStore}, without threads: blocking work and callbacks run in the actor that
 * starts them, timers when a test calls {@link #tick}. Its clock stands still unless a test gives one that moves.
 */
final class Rig {
    static final String NAME = "name";
    static final LeaseOptions OPTIONS = LeaseOptions.DEFAULTS;
    static final OwnerId FOREIGN = new OwnerId("foreign", 1);
    static final Clock STILL = new Clock();

    private static final HoldfastConfig CONFIG =
            HoldfastConfig.DEFAULTS.ticker(STILL).seed(1);
    private static final HoldfastConfig NARROW = CONFIG.waitersPerClient(1);
    private static final int ROUNDS = 8;

    final FakeStore store = new FakeStore();
    final ConcurrentLinkedQueue<Runnable> timers = new ConcurrentLinkedQueue<>();
    final Core core;

    Rig() {
        this(CONFIG);
    }

    private Rig(HoldfastConfig config) {
        this(config, Runnable::run);
    }

    private Rig(HoldfastConfig config, Executor callbacks) {
        Scheduler scheduler = new Inline();
        Core.Lanes lanes = new Core.Lanes(scheduler, Runnable::run);
        core = new Core("rig", config, lanes, new Callbacks(callbacks, null), () -> store);
    }

    /** One whose callbacks are held up until somebody runs them. */
    static Rig holdingUp(Queue<Runnable> callbacks) {
        return new Rig(CONFIG, callbacks::add);
    }

    static Rig of(Clock clock) {
        return new Rig(CONFIG.ticker(clock));
    }

    /** One that takes a single waiter. */
    static Rig narrow() {
        return new Rig(NARROW);
    }

    /** Takes the free lock. */
    LeaseImpl acquire() {
        return (LeaseImpl) core.queues.visit(NAME).run(OPTIONS);
    }

    NameQueue join(Waiter waiter) {
        NameQueue joined = core.queues.join(NAME, waiter);
        if (joined == null) {
            throw new IllegalStateException("full");
        }
        return joined;
    }

    Grant grant() {
        return core.watchdog.all().get(0);
    }

    /** Runs the timers that are pending now. */
    void tick() {
        for (int i = timers.size(); i > 0; i--) {
            Runnable next = timers.poll();
            if (next != null) {
                next.run();
            }
        }
    }

    /** What a waiting thread does when it is woken; true when it has its lease. */
    static boolean drive(NameQueue queue, Waiter waiter) {
        long pause = 0;
        while (pause <= 0 && !waiter.decided()) {
            pause = queue.advance(waiter);
        }
        return waiter.lease() != null;
    }

    /** Whether nothing is left behind once everybody is done: at the store, in the map, with the watchdog, in timers (S10). */
    boolean clean() {
        for (int i = 0; i < ROUNDS; i++) {
            tick();
        }
        return store.free()
                && core.queues.size() == 0
                && core.watchdog.size() == 0
                && core.watchdog.all().isEmpty()
                && core.owners.liveCount() == 0
                && core.sweeper.pending() == 0
                && timers.isEmpty();
    }

    /** A clock that moves when it is told to. */
    static class Clock implements Ticker {
        volatile long nanos;
        volatile long wall;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Instant wallTime() {
            long now = wall;
            return now == 0 ? Instant.EPOCH : Instant.ofEpochSecond(0, now);
        }
    }

    /** A clock that moves by itself, a little with every look. */
    static final class Running extends Clock {
        private final AtomicLong now = new AtomicLong();

        @Override
        public long nanos() {
            return now.incrementAndGet();
        }

        void pass(long nanos) {
            now.addAndGet(nanos);
        }
    }

    /** A waiter that counts its signals. */
    static final class Probe extends Waiter {
        final AtomicInteger signals = new AtomicInteger();

        Probe() {
            this(OPTIONS);
        }

        Probe(LeaseOptions options) {
            super(options, 0, Long.MAX_VALUE);
        }

        @Override
        void signal() {
            signals.incrementAndGet();
        }
    }

    private final class Inline implements Scheduler {
        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            timers.add(task);
            return () -> timers.remove(task);
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }
}
