package dev.holdfast.testkit.servers;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What goes wrong at a {@link FaultProxy}: switches that every connection looks at. Thread-safe. */
final class ProxyFaults {

    volatile double drop;
    volatile boolean refuse;
    volatile double duplicate;
    volatile Set<String> only = Set.of();

    /** How many replies are still to be lost. */
    final AtomicInteger lose = new AtomicInteger();

    private volatile Delay delay = new Delay(0, 0);

    /** Guards the switches below. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();
    private boolean holdRequests;
    private boolean holdReplies;
    private boolean holdPushes;
    private boolean over;

    private record Delay(long least, long most) {}

    void delay(Duration least, Duration most) {
        delay = new Delay(least.toNanos(), most.toNanos());
    }

    /** Nanoseconds for one frame. */
    long delayOf(double random) {
        Delay now = delay;
        return now.least + (long) (random * (now.most - now.least));
    }

    void hold(boolean requests, boolean replies) {
        change(() -> {
            holdRequests = requests;
            holdReplies = replies;
        });
    }

    void holdRequests(boolean held) {
        change(() -> holdRequests = held);
    }

    void holdReplies(boolean held) {
        change(() -> holdReplies = held);
    }

    void holdPushes(boolean held) {
        change(() -> holdPushes = held);
    }

    /** The proxy is closed: nobody waits any more. */
    void end() {
        change(() -> over = true);
    }

    private void change(Runnable what) {
        lock.lock();
        try {
            what.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until this direction is open.
     *
     * @param subscribed whether it is a connection that gets pushes
     */
    void await(boolean requests, boolean subscribed) throws InterruptedException {
        lock.lock();
        try {
            while (!over && (requests ? holdRequests : holdReplies || (subscribed && holdPushes))) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether faults of requests and replies apply to a command. */
    boolean concerns(String command) {
        Set<String> chosen = only;
        return chosen.isEmpty() || chosen.contains(command);
    }

    /** Takes one of the replies that are to be lost. */
    boolean takeLoss() {
        return lose.getAndUpdate(left -> left == Integer.MAX_VALUE ? left : Math.max(0, left - 1)) > 0;
    }

    void heal() {
        drop = 0;
        refuse = false;
        duplicate = 0;
        only = Set.of();
        lose.set(0);
        delay = new Delay(0, 0);
        hold(false, false);
        holdPushes(false);
    }
}
