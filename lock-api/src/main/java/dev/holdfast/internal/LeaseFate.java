package dev.holdfast.internal;

import dev.holdfast.lock.LeaseLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What became of one lease: one immutable state in one atomic reference, every transition by compare-and-set.
 *
 * <p>OPEN goes to RELEASED or to LOST; RELEASED goes to LOST only when the store answers the release with "not yours". LOST is
 * final. A loss is announced once: by {@link #announce} while still open (the client is closing), or by {@link #lose}; whoever
 * it falls to delivers to {@link #takeListeners}. The loss itself takes the place of the one announced. A listener added later gets the loss back at once; one added while a release
 * is under way waits for what the store says. Thread-safe.
 */
final class LeaseFate {

    enum Kind {
        OPEN,
        RELEASED,
        LOST
    }

    /** @param told whether a listener or an exception has carried the loss to the application */
    private record State(
            Kind kind, @Nullable LeaseLoss loss, boolean told, List<Consumer<? super LeaseLoss>> listeners) {

        State lost(LeaseLoss how) {
            return new State(Kind.LOST, how, told, listeners);
        }

        State with(boolean nowTold, List<Consumer<? super LeaseLoss>> now) {
            return new State(kind, loss, nowTold, now);
        }
    }

    private static final State FRESH = new State(Kind.OPEN, null, false, List.of());

    private final AtomicReference<State> state = new AtomicReference<>(FRESH);

    Kind kind() {
        return now().kind;
    }

    boolean told() {
        return now().told;
    }

    /** OPEN to RELEASED; true for the one caller that did it. */
    boolean release() {
        return change(s -> s.kind == Kind.OPEN ? new State(Kind.RELEASED, s.loss, s.told, s.listeners) : s);
    }

    /** What a loss came to. */
    enum Loss {
        /** The lease had ended before. */
        NONE,
        /** Lost now, and announced before. */
        KNOWN,
        /** Lost now; the caller announces it. */
        NEWS
    }

    /** OPEN to LOST. */
    Loss lose(LeaseLoss loss) {
        return lose(loss, Kind.OPEN);
    }

    /** RELEASED to LOST: the store answered the release with "not yours". */
    Loss loseReleased(LeaseLoss loss) {
        return lose(loss, Kind.RELEASED);
    }

    private Loss lose(LeaseLoss loss, Kind from) {
        while (true) {
            State now = now();
            if (now.kind != from) {
                return Loss.NONE;
            }
            if (state.compareAndSet(now, now.lost(loss))) {
                return now.loss == null ? Loss.NEWS : Loss.KNOWN;
            }
        }
    }

    /** Notes a loss to come while OPEN; true for the one caller that has to announce it. */
    boolean announce(LeaseLoss loss) {
        return change(s -> s.kind == Kind.OPEN && s.loss == null ? new State(Kind.OPEN, loss, s.told, s.listeners) : s);
    }

    /** Adds a listener, which counts as told once there is a loss; returns the loss where it is already known. */
    @Nullable
    LeaseLoss listen(Consumer<? super LeaseLoss> listener) {
        return add(listener, true);
    }

    /** Adds a listener that does not count as told. */
    @Nullable
    LeaseLoss listenUntold(Consumer<? super LeaseLoss> listener) {
        return add(listener, false);
    }

    private @Nullable LeaseLoss add(Consumer<? super LeaseLoss> listener, boolean tells) {
        while (true) {
            State now = now();
            List<Consumer<? super LeaseLoss>> all = now.listeners;
            if (now.loss == null || now.kind == Kind.RELEASED) {
                all = new ArrayList<>(now.listeners);
                all.add(listener);
            }
            if (state.compareAndSet(now, now.with(now.told || tells, all))) {
                return now.kind == Kind.RELEASED ? null : now.loss;
            }
        }
    }

    /** The listeners to call now, each handed out once. */
    List<Consumer<? super LeaseLoss>> takeListeners() {
        while (true) {
            State now = now();
            if (state.compareAndSet(now, now.with(now.told, List.of()))) {
                return now.listeners;
            }
        }
    }

    /** Marks the loss as told and returns it. */
    LeaseLoss tell(Supplier<LeaseLoss> otherwise) {
        while (true) {
            State now = now();
            if (state.compareAndSet(now, now.with(true, now.listeners))) {
                return now.loss != null ? now.loss : otherwise.get();
            }
        }
    }

    private State now() {
        return Objects.requireNonNull(state.get());
    }

    /** A step that returns what it was given changes nothing. */
    @SuppressWarnings("ReferenceEquality")
    private boolean change(UnaryOperator<State> step) {
        while (true) {
            State now = now();
            State next = step.apply(now);
            if (next == now) {
                return false;
            }
            if (state.compareAndSet(now, next)) {
                return true;
            }
        }
    }
}
