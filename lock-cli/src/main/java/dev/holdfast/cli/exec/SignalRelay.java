package dev.holdfast.cli.exec;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.exec.Signals.Signal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where a signal goes: before the program runs it ends our waiting for the lock, by an interrupt; then it goes to whoever
 * watches the program. One compare-and-set decides between the two, so that none is lost. Thread-safe.
 */
public final class SignalRelay {

    private final Thread waiter;
    private final Events events;
    private final AtomicReference<Phase> phase = new AtomicReference<>(new Waiting());

    /** Interrupts this thread while it waits. */
    SignalRelay(Thread waiter, Events events) {
        this.waiter = waiter;
        this.events = events;
    }

    /** For work without a program: every signal interrupts the thread. */
    public static SignalRelay interrupting(Thread thread) {
        return new SignalRelay(thread, new Events());
    }

    private sealed interface Phase {}

    private record Waiting() implements Phase {}

    private record Abandoned(Signal signal) implements Phase {}

    private record Running() implements Phase {}

    /** We got a signal; may be called from any thread. */
    public void accept(Signal signal) {
        Phase seen = phase.get();
        if (seen instanceof Running) {
            events.add(new Events.Signalled(signal));
        } else if (seen instanceof Waiting) {
            if (phase.compareAndSet(seen, new Abandoned(signal))) {
                waiter.interrupt();
            } else {
                accept(signal);
            }
        } else {
            waiter.interrupt(); // the first may have been lost in what we waited for
        }
    }

    /** The exit code, when a signal ended our waiting. */
    public Optional<Integer> exitCode() {
        return phase.get() instanceof Abandoned abandoned
                ? Optional.of(ExitCodes.SIGNAL_BASE + abandoned.signal().number())
                : Optional.empty();
    }

    /**
     * From now on signals are for the program.
     *
     * @throws InterruptedException when one came before
     */
    void running() throws InterruptedException {
        Phase seen = phase.get();
        if (!(seen instanceof Waiting) || !phase.compareAndSet(seen, new Running())) {
            throw new InterruptedException("signal before the program was started");
        }
    }
}
