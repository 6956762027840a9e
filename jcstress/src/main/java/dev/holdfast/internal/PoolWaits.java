package dev.holdfast.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** The pool of a lane with threads of its own: whatever hangs, the others run (L-8). */
public final class PoolWaits {

    private PoolWaits() {}

    /** A pool with a timer that rings when a test says so. */
    abstract static class Pool {
        private final Queue<Runnable> looks = new ConcurrentLinkedQueue<>();
        final ElasticPool pool = new ElasticPool(2, Pool::daemon, ElasticPoolRaces.timer(looks));
        volatile boolean ready;

        private static Thread daemon(Runnable loop) {
            Thread thread = new Thread(loop, "pool");
            thread.setDaemon(true);
            return thread;
        }

        final void ring() {
            Runnable look = looks.poll();
            if (look != null) {
                look.run();
            }
        }

        /** Looks until it is done. */
        final void ringUntil(CountDownLatch done) {
            while (done.getCount() > 0) {
                ring();
                Thread.yield();
            }
        }

        final void awaitReady() {
            while (!ready) {
                Thread.yield();
            }
        }

        static void await(CountDownLatch done) {
            try {
                done.await();
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        }
    }

    /** Two tasks come while one hangs: both run all the same. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "both ran")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a task waits behind one that hangs, for ever")
    @State
    public static class TwoWhileOneHangs extends Pool {
        private final CountDownLatch both = new CountDownLatch(2);

        @Actor
        public void execute() {
            pool.execute(() -> await(both));
            ready = true;
            pool.execute(both::countDown);
            ringUntil(both);
            pool.shutdown();
        }

        @Signal
        public void executeToo() {
            awaitReady();
            pool.execute(both::countDown);
        }
    }

    /** The look that goes back to one thread against a task that comes. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "it ran")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the task was left without a thread")
    @State
    public static class ShrinkAgainstExecute extends Pool {
        @Actor
        public void execute() {
            CountDownLatch go = new CountDownLatch(1);
            CountDownLatch second = new CountDownLatch(1);
            CountDownLatch last = new CountDownLatch(1);
            pool.execute(() -> await(go));
            pool.execute(second::countDown);
            ringUntil(second);
            go.countDown();
            ready = true;
            pool.execute(last::countDown);
            await(last);
            pool.shutdown();
        }

        @Signal
        public void look() {
            awaitReady();
            ring();
        }
    }
}
