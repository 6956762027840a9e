package dev.holdfast.cli.demo;

import dev.holdfast.cli.CliError;
import dev.holdfast.cli.CliException;
import dev.holdfast.cli.demo.Message.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The worker processes and what they tell. Used by one thread. */
final class Crew implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(100);

    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final List<WorkerProcess> workers = new ArrayList<>();
    private final Progress progress;
    private final BooleanSupplier stopWanted;
    private String phase = "starting";
    private boolean stopping;
    private int sold;
    private long left;

    /** Plays until {@code stopWanted}, which is asked at every look: an interrupt may be lost on its way. */
    Crew(Progress progress, int stock, BooleanSupplier stopWanted) {
        this.progress = progress;
        this.stopWanted = stopWanted;
        left = stock;
    }

    /**
     * A message and when it came.
     *
     * @param nanos by {@link System#nanoTime()}
     */
    record Heard(WorkerProcess worker, Message message, long nanos) {
        boolean is(Kind kind) {
            return message.kind() == kind;
        }
    }

    /** Starts workers. */
    interface Starter {
        WorkerProcess start(int number, java.util.function.BiConsumer<WorkerProcess, Message> hear) throws IOException;
    }

    void start(int count, Starter starter) throws InterruptedException {
        try {
            for (int number = 1; number <= count; number++) {
                workers.add(starter.start(number, (w, m) -> heard.add(new Heard(w, m, System.nanoTime()))));
            }
        } catch (IOException e) {
            giveASignalTime();
            throw new CliException(CliError.DEMO_BROKEN, "demo worker cannot be started: reason=" + e.getMessage(), e);
        }
        for (int i = 0; i < count; i++) {
            expect(h -> h.is(Kind.READY), Duration.ofSeconds(60), "worker is ready");
        }
    }

    WorkerProcess worker(int number) {
        return workers.get(number - 1);
    }

    /** All but one. */
    List<WorkerProcess> others(WorkerProcess one) {
        return workers.stream().filter(w -> w != one).toList();
    }

    void phase(String text) {
        phase = text;
    }

    /** Listens for so long. */
    void listen(Duration time) throws InterruptedException {
        await(h -> false, time);
    }

    /** As {@link #await}; its absence breaks the demo. */
    Heard expect(Predicate<Heard> wanted, Duration atMost, String what) throws InterruptedException {
        return await(wanted, atMost)
                .orElseThrow(() -> new CliException(
                        CliError.DEMO_BROKEN, "demo waited in vain: for=\"" + what + "\", limit=" + atMost));
    }

    /** The next message that is wanted. */
    Optional<Heard> await(Predicate<Heard> wanted, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (long rest = atMost.toNanos(); rest > 0; rest = end - System.nanoTime()) {
            requireNoSignal();
            Heard next = heard.poll(Math.min(rest, LOOK.toNanos()), TimeUnit.NANOSECONDS);
            if (next != null) {
                note(next);
                if (wanted.test(next)) {
                    return Optional.of(next);
                }
            }
            progress.state(String.format("sold %-5d left %-5d %s", sold, left, phase));
        }
        return Optional.empty();
    }

    private void note(Heard next) throws InterruptedException {
        WorkerProcess worker = next.worker();
        if (next.is(Kind.SOLD)) {
            sold++;
            left = next.message().number();
        } else if (next.is(Kind.BETWEEN_READ_AND_WRITE) && !worker.isBreakWanted()) {
            worker.go();
        } else if (next.is(Kind.FAILED) || (next.is(Kind.GONE) && !worker.wasKilled() && !stopping)) {
            String text = next.is(Kind.FAILED) ? next.message().text() : worker.lastError();
            giveASignalTime();
            throw new CliException(
                    CliError.DEMO_BROKEN, "demo worker failed: worker=" + worker.number() + ", reason=" + text);
        }
    }

    /** A signal to the whole group may end a worker, even one that is being started, before we hear of it ourselves; then that is the reason to tell. */
    private void giveASignalTime() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            requireNoSignal();
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    private void requireNoSignal() throws InterruptedException {
        if (stopWanted.getAsBoolean()) {
            throw new InterruptedException("a signal ends the demo");
        }
    }

    /** Lets all end what they are at, and waits for it. */
    void stop() throws InterruptedException {
        stopping = true;
        workers.forEach(WorkerProcess::stop);
        for (WorkerProcess worker : workers) {
            if (!worker.wasKilled()) {
                worker.end();
            }
        }
        listen(LOOK);
    }

    /** Kills what still runs; a frozen one too. */
    @Override
    public void close() {
        for (WorkerProcess worker : workers) {
            worker.thaw();
            worker.kill();
        }
        for (WorkerProcess worker : workers) {
            worker.awaitDeath();
        }
    }
}
