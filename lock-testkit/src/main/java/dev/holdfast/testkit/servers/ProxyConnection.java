package dev.holdfast.testkit.servers;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** One client's connection through a {@link FaultProxy}: a thread for each direction. */
final class ProxyConnection {

    private static final Set<String> SUBSCRIBES = Set.of("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR");

    private final Socket client;
    private final Socket server;
    private final ProxyFaults faults;
    private final Random random;
    private final Consumer<String> counter;

    /** What is to be done with the replies that are still out, in their order. */
    private final ConcurrentLinkedQueue<Fate> replies = new ConcurrentLinkedQueue<>();

    /** Guards the order of {@link #replies} against that of what is sent. */
    private final ReentrantLock sending = new ReentrantLock();

    private volatile boolean subscribed;
    private volatile boolean halfOpen;

    private enum Fate {
        PASS,
        SWALLOW,
        LOSE
    }

    ProxyConnection(Socket client, Socket server, ProxyFaults faults, Random random, Consumer<String> counter) {
        this.client = client;
        this.server = server;
        this.faults = faults;
        this.random = random;
        this.counter = counter;
    }

    /** Passes requests on until either side ends. */
    void runRequests() {
        pump(client, server, true);
    }

    /** Passes replies on until either side ends. */
    void runReplies() {
        pump(server, client, false);
    }

    private void pump(Socket from, Socket to, boolean requests) {
        Random own = new Random(random.nextLong());
        try {
            InputStream in = new BufferedInputStream(from.getInputStream());
            OutputStream out = to.getOutputStream();
            for (RespFrame frame = RespFrame.read(in); frame != null; frame = RespFrame.read(in)) {
                TimeUnit.NANOSECONDS.sleep(faults.delayOf(own.nextDouble()));
                faults.await(requests, subscribed);
                if (requests) {
                    request(frame, out, own);
                } else if (!reply(frame, out)) {
                    break;
                }
            }
        } catch (IOException | InterruptedException ended) {
            // either side is gone, which is what the other is told
        } finally {
            cut();
        }
    }

    private void request(RespFrame frame, OutputStream server, Random own) throws IOException {
        String command = frame.command();
        counter.accept(command);
        if (SUBSCRIBES.contains(command)) {
            subscribed = true;
        }
        boolean concerned = !subscribed && faults.concerns(command);
        Fate fate = concerned && faults.takeLoss() ? Fate.LOSE : Fate.PASS;
        boolean twice = concerned && own.nextDouble() < faults.duplicate;
        sending.lock();
        try {
            replies.add(fate);
            server.write(frame.bytes());
            if (twice) {
                replies.add(Fate.SWALLOW);
                server.write(frame.bytes());
            }
        } finally {
            sending.unlock();
        }
    }

    /** False when the connection is to end. */
    private boolean reply(RespFrame frame, OutputStream client) throws IOException {
        Fate fate = subscribed || frame.push() ? Fate.PASS : replies.poll();
        if (fate == Fate.LOSE) {
            return false;
        }
        if (fate != Fate.SWALLOW) {
            client.write(frame.bytes());
        }
        return true;
    }

    /** Ends both sides by reset; of a half-open one that which is left. */
    void cut() {
        if (!halfOpen) {
            reset(client);
        }
        reset(server);
    }

    /** Ends the server's side of a connection that subscribes, and tells the client nothing. */
    void halfOpen() {
        if (subscribed) {
            halfOpen = true;
            reset(server);
        }
    }

    boolean isHalfOpen() {
        return halfOpen;
    }

    /** Ends what is left of it. */
    void end() {
        halfOpen = false;
        cut();
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyClosed) {
            // it is closed, then
        }
    }
}
