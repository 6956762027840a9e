package dev.holdfast.redis;

import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one channel on which a client is told when a poll is worth a call, whatever the number of names it waits for: one
 * connection and one daemon thread, from the first contended acquire until the client is closed. While it is down, contenders
 * are found by their re-confirmations; after each new subscription all of them poll, since pushes may have been missed.
 * Thread-safe.
 */
final class WakeChannel implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final long LEAST_PAUSE_MS = 10;
    private static final long MOST_PAUSE_MS = 1_000;
    private static final long PATIENCE_NANOS = 2_000_000_000;

    private final String channel;
    private final String threadName;
    private final Subscriber subscriber;
    private final ConcurrentHashMap<String, RedisTicket> tickets = new ConcurrentHashMap<>();

    /** Guards the fields below; {@code subscribed} is also read without it. Never held over I/O. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();
    private @Nullable Thread thread;
    private @Nullable Throwable failure;
    private volatile boolean subscribed;

    /** How many subscriptions there have been. */
    private final AtomicInteger subscription = new AtomicInteger();

    private boolean closed;
    private long tryingSince;

    /** The driver's side: one subscription, from connect to its end. */
    interface Subscriber {

        /**
         * Connects, subscribes and dispatches until the connection ends. Throws what ended it.
         *
         * @param subscribed run once the server has confirmed it
         * @param message run for each message
         */
        void run(String channel, Runnable subscribed, Consumer<String> message);

        /** Ends a running {@link #run}; the next one is not affected. Does not block. */
        void cut();
    }

    WakeChannel(String channel, String threadName, Subscriber subscriber) {
        this.channel = channel;
        this.threadName = threadName;
        this.subscriber = subscriber;
    }

    /** Takes a ticket on; before its request is sent, so that no push to it is missed. */
    void add(RedisTicket ticket) {
        ticket.joinedAt(subscription.get());
        tickets.put(ticket.request.owner().toString(), ticket);
    }

    /** No wake for it after this. */
    void remove(RedisTicket ticket) {
        tickets.remove(ticket.request.owner().toString(), ticket);
        ticket.end();
    }

    void remove(OwnerId owner) {
        RedisTicket ticket = tickets.remove(owner.toString());
        if (ticket != null) {
            ticket.end();
        }
    }

    /** How many tickets wait. */
    int size() {
        return tickets.size();
    }

    boolean isSubscribed() {
        return subscribed;
    }

    /**
     * Subscribes where that is not done, and waits until the server has confirmed it. An interrupt is put aside.
     *
     * @return null, or why it is not subscribed within the time
     */
    @Nullable
    Throwable subscribe(Duration within) {
        long left = Ticker.nanosOf(within);
        boolean interrupted = false;
        boolean stuck = false;
        lock.lock();
        try {
            start();
            while (!subscribed && !closed && left > 0) {
                try {
                    left = changed.awaitNanos(left);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            if (subscribed) {
                return null;
            }
            stuck = !closed && Ticker.system().nanos() - tryingSince > PATIENCE_NANOS;
            return failure != null ? failure : new TimeoutException("not subscribed in time");
        } finally {
            lock.unlock();
            if (stuck) {
                subscriber.cut(); // connected, and never answered: try again
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void start() {
        if (thread == null && !closed) {
            Thread next = new Thread(this::listen, threadName);
            next.setDaemon(true);
            thread = next;
            next.start();
        }
    }

    private void listen() {
        long pause = LEAST_PAUSE_MS;
        while (isToTry()) {
            boolean was;
            try {
                subscriber.run(channel, this::confirmed, this::dispatch);
                was = ended(new IllegalStateException("subscription ended"));
            } catch (RuntimeException | Error broken) {
                was = ended(broken);
            }
            pause = was ? LEAST_PAUSE_MS : Math.min(MOST_PAUSE_MS, 2 * pause);
            rest(pause);
        }
    }

    /** The server has confirmed a subscription. */
    void confirmed() {
        boolean late;
        lock.lock();
        try {
            late = closed;
            subscribed = !closed;
            subscription.incrementAndGet();
            failure = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (late) {
            subscriber.cut(); // closed while it connected
        }
        tickets.values().forEach(RedisTicket::wake);
    }

    /** Whether it had been subscribed. */
    private boolean ended(Throwable why) {
        boolean was;
        boolean closing;
        lock.lock();
        try {
            was = subscribed;
            closing = closed;
            subscribed = false;
            failure = why;
        } finally {
            lock.unlock();
        }
        if (was && !closing) {
            LOG.debug("wake channel is down, subscribing again: channel={}, cause={}", channel, why.toString());
        }
        return was;
    }

    private boolean isToTry() {
        lock.lock();
        try {
            tryingSince = Ticker.system().nanos();
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void rest(long ms) {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(ms);
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException nobodyDoesThat) {
            LOG.debug("wake channel was interrupted", nobodyDoesThat);
        } finally {
            lock.unlock();
        }
    }

    /** One message; see functions.lua. What is not understood is left alone: a later version may send more. */
    private void dispatch(String message) {
        String[] words = message.split(" ", 3);
        if (words[0].equals("o") && words.length == 2) {
            RedisTicket ticket = tickets.get(words[1]);
            if (ticket != null) {
                ticket.offer();
            }
        } else if (words[0].equals("l") && words.length == 3 && words[1].matches("\\d{1,12}")) {
            RedisTicket ticket = tickets.get(words[2]);
            if (ticket != null) {
                ticket.lapse(Long.parseLong(words[1]) + 1);
            }
        }
    }

    /**
     * A push that must have come has not: the connection is dead without knowing it, or leads to another server.
     *
     * @param since the subscription under which the contender joined; another one since then is not to blame
     */
    void distrust(int since) {
        boolean was;
        lock.lock();
        try {
            was = subscribed && subscription.get() == since;
            subscribed = subscribed && !was;
        } finally {
            lock.unlock();
        }
        if (was) {
            LOG.debug("a push was missed, subscribing again: channel={}", channel);
            subscriber.cut();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            subscribed = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        subscriber.cut();
        tickets.values().forEach(RedisTicket::end);
        tickets.clear();
    }
}
