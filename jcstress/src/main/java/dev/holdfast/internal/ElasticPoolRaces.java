package dev.holdfast.internal;

import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The pool of a lane: every task that it takes runs, and somebody looks as long as a task waits (L-8). */
public final class ElasticPoolRaces {

    private ElasticPoolRaces() {}

    /** A timer that rings when a test runs what is in the queue. */
    static ScheduledExecutorService timer(Queue<Runnable> looks) {
        return (ScheduledExecutorService) Proxy.newProxyInstance(
                ElasticPoolRaces.class.getClassLoader(),
                new Class<?>[] {ScheduledExecutorService.class},
                (proxy, method, args) -> {
                    looks.add((Runnable) args[0]);
                    return null;
                });
    }

    /** A pool whose threads do nothing until {@link #drain}: whoever has a task hangs. */
    abstract static class Hanging {
        final AtomicInteger ran = new AtomicInteger();
        final Queue<Runnable> looks = new ConcurrentLinkedQueue<>();
        private final Queue<Runnable> threads = new ConcurrentLinkedQueue<>();
        final ElasticPool pool = new ElasticPool(2, this::thread, timer(looks));

        private Thread thread(Runnable loop) {
            return new Thread(loop) {
                @Override
                public void start() {
                    threads.add(loop);
                }
            };
        }

        final void task() {
            pool.execute(ran::incrementAndGet);
        }

        /** The thread takes what waits, ends by the last of it, and is replaced by one that hangs. */
        final void letGoOnce() {
            pool.execute(() -> {
                throw new IllegalStateException("ends its thread");
            });
            try {
                threads.remove().run();
            } catch (IllegalStateException expected) {
                ran.set(0);
            }
        }

        /** Shuts down and runs all that was taken. */
        final int drain() {
            pool.shutdown();
            for (Runnable loop = threads.poll(); loop != null; loop = threads.poll()) {
                loop.run();
            }
            return ran.get();
        }
    }

    /** Execute against shut-down: rejected, or run. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "rejected, or taken and run")
    @Outcome(expect = Expect.FORBIDDEN, desc = "taken and never run, or rejected and run")
    @State
    public static class ExecuteAgainstShutdown extends Hanging {
        @Actor
        public void execute(II_Result r) {
            try {
                task();
                r.r1 = 1;
            } catch (RejectedExecutionException closed) {
                r.r1 = 0;
            }
        }

        @Actor
        public void shutdown() {
            pool.shutdown();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = drain();
        }
    }

    /** A task that comes while the last look finds nothing: one more look is due, for the thread hangs. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one look is due, the task runs")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a task waits and nobody looks, or two look")
    @State
    public static class ExecuteAgainstLook extends Hanging {
        /** A look is due and nothing waits. */
        public ExecuteAgainstLook() {
            task();
            letGoOnce();
        }

        @Actor
        public void look() {
            looks.remove().run();
        }

        @Actor
        public void execute() {
            task();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = looks.size();
            r.r2 = drain();
        }
    }

    /** Two tasks behind one that hangs: one look is due, all run. */
    @JCStressTest
    @Outcome(id = "1, 3", expect = Expect.ACCEPTABLE, desc = "one look is due, all run")
    @Outcome(expect = Expect.FORBIDDEN, desc = "nobody looks, two look, or a task was lost")
    @State
    public static class ExecuteExecute extends Hanging {
        public ExecuteExecute() {
            task();
        }

        @Actor
        public void one() {
            task();
        }

        @Actor
        public void other() {
            task();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = looks.size();
            r.r2 = drain();
        }
    }
}
