package dev.holdfast.cli.demo;

import dev.holdfast.cli.demo.Message.Kind;
import dev.holdfast.lock.FenceRejectedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One seller: acquires, enters, reads, thinks, writes, releases, and again. Told by lines on its standard input: {@code break}
 * (stand between the next read and its write), {@code pass} (do not), {@code go} (write), {@code stop}; the input's end means that the demo is gone.
 */
final class Worker {

    private static final int THINK_MILLIS = 12;
    private static final int PAUSE_MILLIS = 20;

    private final SaleLock lock;
    private final Shop shop;
    private final Consumer<Message> tell;
    private final Random random = new Random();
    private final AtomicBoolean breakWanted = new AtomicBoolean();
    private final AtomicBoolean stopWanted = new AtomicBoolean();
    private final BlockingQueue<String> go = new LinkedBlockingQueue<>();

    Worker(SaleLock lock, Shop shop, Consumer<Message> tell) {
        this.lock = lock;
        this.shop = shop;
        this.tell = tell;
    }

    /** Follows what it is told until the input ends; then {@code onEnd} runs. For a thread of its own. */
    void listen(BufferedReader input, Runnable onEnd) {
        try {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                switch (line) {
                    case "break" -> breakWanted.set(true);
                    case "pass" -> breakWanted.set(false);
                    case "go" -> go.add(line);
                    case "stop" -> stopWanted.set(true);
                    default -> throw new IOException("unknown order: " + line);
                }
            }
        } catch (IOException inputGone) {
            // As its end.
        }
        onEnd.run();
    }

    void sellUntilStopped() throws SQLException, InterruptedException {
        tell.accept(new Message(Kind.READY, 0, 0, ""));
        while (!stopWanted.get()) {
            SaleLock.Hold hold = lock.acquire();
            try {
                sellOne(hold);
            } catch (FenceRejectedException e) {
                tell.accept(new Message(
                        Kind.REJECTED, e.token().value(), e.highest().value(), ""));
            } finally {
                hold.release();
            }
            TimeUnit.MILLISECONDS.sleep(random.nextInt(PAUSE_MILLIS));
        }
        tell.accept(new Message(Kind.STOPPED, 0, 0, ""));
    }

    private void sellOne(SaleLock.Hold hold) throws SQLException, InterruptedException {
        long token = hold.token();
        tell.accept(new Message(Kind.GRANTED, token, 0, ""));
        hold.enter();
        int amount = shop.amount();
        if (amount <= 0) {
            stopWanted.set(true);
            return;
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(THINK_MILLIS));
        if (breakWanted.getAndSet(false)) {
            tell.accept(new Message(Kind.BETWEEN_READ_AND_WRITE, token, amount, ""));
            go.take();
        }
        hold.sell(amount - 1);
        tell.accept(new Message(Kind.SOLD, token, amount - 1, ""));
    }
}
