package dev.holdfast.cli.exec;

import dev.holdfast.cli.exec.LeaseGuard.Decision;
import dev.holdfast.cli.exec.LeaseGuard.Step;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches one program under one lease until it and all that it started have ended. Everything happens on the thread that calls
 * {@link #superviseUntilEnd}; signals, loss and the program's end come to it as {@link Events}.
 */
final class Supervisor {

    private static final Duration DESCENDANTS_POLL = Duration.ofMillis(50);
    private static final Duration TREE_LOOK = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Process child;
    private final ProcessTree tree;
    private final Lease lease;
    private final LeaseGuard guard;
    private final Events events;
    private final Consumer<String> notices;

    private @Nullable LeaseLoss loss;
    private Step taken = Step.RUN;
    private Signals.@Nullable Signal forwarded;
    private long notHeldSince;
    private boolean notHeld;
    private long lastLook = System.nanoTime();
    private long childEndedAt;
    private boolean childEnded;
    private boolean waitingTold;

    Supervisor(
            Process child, ProcessTree tree, Lease lease, LeaseGuard guard, Events events, Consumer<String> notices) {
        this.child = child;
        this.tree = tree;
        this.lease = lease;
        this.guard = guard;
        this.events = events;
        this.notices = notices;
    }

    /**
     * How it ended.
     *
     * @param exitCode the program's own, 128 + n when a signal ended it
     * @param stopped whether we stopped it because of its lease
     * @param loss how the lease was lost; empty also when it was only about to be
     */
    record Outcome(int exitCode, boolean stopped, Optional<LeaseLoss> loss) {}

    Outcome superviseUntilEnd() throws InterruptedException {
        var unused = child.onExit().thenRun(() -> events.add(new Events.Ended()));
        lease.onLost(l -> events.add(new Events.Lost(l)));
        Duration wait = Duration.ZERO;
        while (true) {
            events.await(wait).ifPresent(this::accept);
            if (!child.isAlive() && hasEverythingEnded()) {
                return new Outcome(child.waitFor(), taken != Step.RUN, Optional.ofNullable(loss));
            }
            wait = min(act(), nextLook());
        }
    }

    private void accept(Events.Event event) {
        if (event instanceof Events.Lost lost) {
            loss = lost.loss();
        } else if (event instanceof Events.Signalled signalled) {
            forward(signalled.signal());
        }
    }

    /** To the program alone; what it started gets the signal when the program has ended and left it behind. */
    private void forward(Signals.Signal signal) {
        if (signal == Signals.Signal.INT && Terminal.inForeground()) {
            return;
        }
        forwarded = signal;
        Shell.signal(signal.name(), childEnded ? tree.running() : List.of(child.pid()));
    }

    private boolean hasEverythingEnded() {
        if (!childEnded) {
            childEnded = true;
            childEndedAt = System.nanoTime();
            List<Long> left = tree.everyone();
            if (forwarded != null) {
                Shell.signal(forwarded.name(), left);
            }
            return left.isEmpty();
        }
        List<Long> left = tree.running();
        if (!left.isEmpty() && !waitingTold && since(childEndedAt).compareTo(PATIENCE) > 0) {
            waitingTold = true;
            notices.accept("program has ended, waiting for what it started: pids=" + left);
        }
        return left.isEmpty();
    }

    private Duration act() {
        LeaseState state = lease.state();
        boolean held = state == LeaseState.HELD && loss == null;
        if (!held && !notHeld) {
            notHeldSince = System.nanoTime();
        }
        notHeld = !held;
        Duration notHeldFor = held ? Duration.ZERO : since(notHeldSince);
        Decision decision = guard.decide(new LeaseGuard.View(
                state, lease.remaining(), Optional.ofNullable(loss).map(LeaseLoss::cause), notHeldFor));
        take(decision.step());
        return decision.again();
    }

    private void take(Step step) {
        if (step == Step.KILL) {
            taken = Step.KILL;
            tree.everyone().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        } else if (step == Step.TERM && taken == Step.RUN) {
            taken = Step.TERM;
            tree.everyone().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
        }
    }

    private Duration nextLook() {
        if (childEnded) {
            return DESCENDANTS_POLL;
        }
        if (since(lastLook).compareTo(TREE_LOOK) >= 0) {
            tree.look();
            lastLook = System.nanoTime();
        }
        return TREE_LOOK;
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
