package dev.holdfast.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * A TCP proxy on a random loopback port between clients and one Redis server, which fails as told and counts what clients send.
 * One seed gives the same decisions for the same connections. Faults may be switched at any time from any thread. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {

    private static final long JOIN_MILLIS = 5_000;

    private final String host;
    private final int port;
    private final Random seeds;
    private final ServerSocket listener;
    private final ProxyFaults faults = new ProxyFaults();
    private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final AtomicInteger accepted = new AtomicInteger();

    private FaultProxy(String host, int port, long seed) throws IOException {
        this.host = host;
        this.port = port;
        this.seeds = new Random(seed);
        this.listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /** A proxy before a server. */
    public static FaultProxy to(RedisServer server, long seed) {
        return to(server.host(), server.port(), seed);
    }

    /** A proxy before a server. */
    public static FaultProxy to(String host, int port, long seed) {
        try {
            return new FaultProxy(host, port, seed);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Where it listens, on 127.0.0.1. */
    public int port() {
        return listener.getLocalPort();
    }

    /** For {@code Holdfast.open}. */
    public String uri() {
        return "redis://127.0.0.1:" + port();
    }

    /** Each frame in each direction is late by a random time. */
    public void delay(Duration least, Duration most) {
        faults.delay(least, most);
    }

    /** New connections are closed at once with this probability. */
    public void drop(double probability) {
        faults.drop = probability;
    }

    /** New connections are closed at once. */
    public void refuse(boolean on) {
        faults.refuse = on;
    }

    /** Nothing passes while it is on; connections stay open, and what was held passes afterwards. */
    public void blackHole(boolean on) {
        faults.hold(on, on);
    }

    /** Requests are held while it is on, and pass afterwards. */
    public void holdRequests(boolean on) {
        faults.holdRequests(on);
    }

    /** Replies are held while it is on, and pass afterwards: their requests take effect at once. */
    public void holdReplies(boolean on) {
        faults.holdReplies(on);
    }

    /** What the server sends on connections that subscribe is held while it is on; all else passes. */
    public void holdPushes(boolean on) {
        faults.holdPushes(on);
    }

    /** The next so many requests take effect, but instead of the reply comes a reset; {@code Integer.MAX_VALUE} for all. */
    public void loseReplies(int count) {
        faults.lose.set(count);
    }

    /** Requests reach the server twice with this probability; the second reply is swallowed. */
    public void duplicateRequests(double probability) {
        faults.duplicate = probability;
    }

    /** Lost replies and duplicates concern commands of these names alone; none for all. Never one that subscribes. */
    public void only(String... commands) {
        faults.only = Arrays.stream(commands)
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Resets all open connections now. */
    public void cut() {
        connections.forEach(ProxyConnection::cut);
    }

    /** Subscriptions end at the server, and their clients are told nothing: as after a firewall forgot the connection. */
    public void halfOpenSubscriptions() {
        connections.forEach(ProxyConnection::halfOpen);
    }

    /** Everything passes again, what was held first. */
    public void heal() {
        faults.heal();
    }

    /** How many commands clients have sent. */
    public long commands() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** How many of one name. */
    public long commands(String name) {
        LongAdder count = counts.get(name.toUpperCase(Locale.ROOT));
        return count == null ? 0 : count.sum();
    }

    /** How many of each name. */
    public Map<String, Long> countsByName() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((name, count) -> all.put(name, count.sum()));
        return all;
    }

    /** Counts from zero. */
    public void resetCounts() {
        counts.clear();
    }

    /** How many connections are open. */
    public int connections() {
        return connections.size();
    }

    /** How many have been accepted, those that were dropped included. */
    public int accepted() {
        return accepted.get();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = listener.accept();
                accepted.incrementAndGet();
                Random random = new Random(seeds.nextLong());
                if (faults.refuse || random.nextDouble() < faults.drop) {
                    client.close();
                } else {
                    connect(client, random);
                }
            } catch (IOException closed) {
                if (listener.isClosed()) {
                    return;
                }
            }
        }
    }

    private void connect(Socket client, Random random) throws IOException {
        Socket server;
        try {
            server = new Socket(host, port);
        } catch (IOException down) {
            client.close();
            return;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        ProxyConnection connection = new ProxyConnection(client, server, faults, random, this::count);
        connections.add(connection);
        start("requests", connection::runRequests);
        start("replies", () -> {
            connection.runReplies();
            if (!connection.isHalfOpen()) {
                connections.remove(connection);
            }
        });
    }

    private void count(String command) {
        counts.computeIfAbsent(command, name -> new LongAdder()).increment();
    }

    private void start(String name, Runnable body) {
        threads.removeIf(thread -> !thread.isAlive());
        Thread thread = new Thread(body, "fault-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    /** Resets every connection and ends every thread. */
    @Override
    public void close() {
        try {
            listener.close();
            faults.end();
            for (Thread thread : threads) {
                connections.forEach(ProxyConnection::end);
                thread.join(JOIN_MILLIS);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
