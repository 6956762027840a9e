package dev.holdfast.cli.demo;

import dev.holdfast.cli.CliError;
import dev.holdfast.cli.CliException;
import dev.holdfast.cli.demo.Crew.Heard;
import dev.holdfast.cli.demo.Findings.Late;
import dev.holdfast.cli.demo.Message.Kind;
import dev.holdfast.lock.FencingToken;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The plot: all sell; one is frozen between read and write and wakes too late; one is killed with the lock in its hand. */
final class Director {

    private static final int FREEZES = 3;
    private static final int FROZEN = 1;
    private static final int KILLED = 2;
    private static final Duration REPLY = Duration.ofSeconds(20);

    private final Crew crew;
    private final Settings settings;
    private final Progress progress;

    Director(Crew crew, Settings settings, Progress progress) {
        this.crew = crew;
        this.settings = settings;
        this.progress = progress;
    }

    Findings direct() throws InterruptedException {
        long begin = System.nanoTime();
        progress.event("all " + settings.workers() + " workers are up and sell");
        Duration third = Duration.ofSeconds(settings.seconds()).dividedBy(6);
        crew.phase("all sell");
        crew.listen(third);
        Late late = freeze();
        crew.phase("all sell");
        crew.listen(third);
        Heard[] deathAndNext = kill();
        Duration takeOver = Duration.ofNanos(deathAndNext[1].nanos() - deathAndNext[0].nanos());
        crew.phase("the others sell");
        Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
        crew.listen(Duration.ofSeconds(settings.seconds()).minus(elapsed));
        crew.phase("closing time");
        crew.stop();
        return new Findings(FROZEN, late, KILLED, deathAndNext[1].worker().number(), takeOver);
    }

    /**
     * Freezes a holder until another holds the lock and has read, then lets the first one write: the other has not written yet,
     * so that only its entering the guard before its read can refuse the late write (F-3).
     *
     * <p>A process can be frozen in the middle of a store command; a store in a file then stands still for all. That is let go
     * and tried again.
     */
    private Late freeze() throws InterruptedException {
        WorkerProcess worker = crew.worker(FROZEN);
        for (int attempt = 1; attempt <= FREEZES; attempt++) {
            Heard at = breakpoint(worker, "a holder to freeze");
            if (!worker.freeze()) {
                throw new CliException(CliError.DEMO_BROKEN, "demo cannot freeze a worker: command=\"kill -STOP\"");
            }
            progress.event("worker " + FROZEN + " frozen (SIGSTOP) between read and write: it read "
                    + at.message().number() + token(at));
            crew.phase("worker " + FROZEN + " frozen, its lease of " + settings.lease() + " runs out");
            Optional<Heard> next = successor(worker);
            worker.thaw();
            worker.go();
            if (next.isPresent()) {
                Late late = lateWrite(worker, at);
                next.get().worker().go();
                return late;
            }
            progress.event("nobody got the lock, worker " + FROZEN + " was frozen inside the store; once more");
            crew.expect(h -> from(h, worker, Kind.SOLD) || from(h, worker, Kind.REJECTED), REPLY, "the thawed worker");
        }
        throw new CliException(
                CliError.DEMO_BROKEN,
                "demo found no moment to freeze a worker: attempts=" + FREEZES + "; run it again");
    }

    /** Who got the lock next, standing between read and write. */
    private Optional<Heard> successor(WorkerProcess frozen) throws InterruptedException {
        crew.others(frozen).forEach(WorkerProcess::wantBreak);
        Optional<Heard> next = crew.await(
                h -> h.worker() != frozen && h.is(Kind.BETWEEN_READ_AND_WRITE),
                settings.lease().plusSeconds(5));
        crew.others(frozen).forEach(WorkerProcess::wantNoBreak);
        next.ifPresent(n -> progress.event(
                "worker " + n.worker().number() + " got the lock" + (settings.unsafe() ? "" : ", entered the guard")
                        + " and read " + n.message().number() + token(n)));
        return next;
    }

    private Heard breakpoint(WorkerProcess worker, String what) throws InterruptedException {
        worker.wantBreak();
        Heard at = crew.expect(h -> from(h, worker, Kind.BETWEEN_READ_AND_WRITE), REPLY, what);
        worker.wantNoBreak();
        return at;
    }

    private Late lateWrite(WorkerProcess worker, Heard at) throws InterruptedException {
        Heard late = crew.expect(
                h -> from(h, worker, Kind.REJECTED) || from(h, worker, Kind.SOLD),
                REPLY,
                "the frozen worker's late write");
        long token = at.message().token();
        if (late.is(Kind.REJECTED)) {
            progress.event("worker " + FROZEN + " woke (SIGCONT) and wrote late: rejected" + token(late) + " < "
                    + text(late.message().number()));
            return new Late(token, Optional.of(late.message().number()));
        }
        progress.event("worker " + FROZEN + " woke (SIGCONT) and wrote late: nothing stopped it, left is "
                + late.message().number());
        return new Late(token, Optional.empty());
    }

    /** Kills a holder; gives its death and the next grant. */
    private Heard[] kill() throws InterruptedException {
        WorkerProcess worker = crew.worker(KILLED);
        Heard at = breakpoint(worker, "a holder to kill");
        Heard death = new Heard(worker, at.message(), System.nanoTime());
        worker.kill();
        progress.event("worker " + KILLED + " killed (kill -9) while it holds the lock" + token(at));
        crew.phase("nobody sells until the dead worker's lease has run out");
        Heard next = crew.expect(
                h -> h.worker() != worker && h.is(Kind.GRANTED) && h.nanos() > death.nanos(), REPLY, "a take-over");
        progress.event(String.format(
                Locale.ROOT,
                "worker %d took over %.2f s after the kill%s",
                next.worker().number(),
                (next.nanos() - death.nanos()) / 1e9,
                token(next)));
        return new Heard[] {death, next};
    }

    private static boolean from(Heard heard, WorkerProcess worker, Kind kind) {
        return heard.worker() == worker && heard.is(kind);
    }

    private static String token(Heard heard) {
        long token = heard.message().token();
        return token == 0 ? "" : ", token " + text(token);
    }

    private static String text(long token) {
        return new FencingToken(token).toString();
    }
}
