package dev.holdfast.cli.exec;

import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.Optional;

/**
 * Decides when a program must stop so that it has ended by the local deadline of its lease. No clock and no I/O of its own.
 *
 * <p>While the lease is held it asks the program to end a grace before the deadline and kills it a little before the deadline.
 * An expired lease is past that: kill at once. A lease that was taken away is over at once too, but nothing can be done about
 * the moment it happened, so the program still gets its grace. An uncertain one (the machine slept) gets a grace to be confirmed.
 */
final class LeaseGuard {

    private static final Duration LEAST_GRACE = Duration.ofMillis(20);
    private static final Duration MOST_GRACE = Duration.ofSeconds(5);
    private static final Duration LEAST_AHEAD = Duration.ofMillis(5);
    private static final Duration MOST_AHEAD = Duration.ofMillis(250);
    private static final Duration CAUSE_AWAITED = Duration.ofMillis(100);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);
    private static final Duration SHORTEST_LOOK = Duration.ofMillis(2);

    private final Duration grace;
    private final Duration ahead;

    LeaseGuard(Duration lease) {
        grace = clamp(lease.dividedBy(5), LEAST_GRACE, MOST_GRACE);
        ahead = clamp(lease.dividedBy(40), LEAST_AHEAD, MOST_AHEAD);
    }

    /** What to do now. */
    enum Step {
        /** Nothing. */
        RUN,
        /** Ask the program to end. */
        TERM,
        /** Kill it. */
        KILL
    }

    /**
     * What to do, and when to ask again.
     *
     * @param again at the latest after this time
     */
    record Decision(Step step, Duration again) {}

    /**
     * What is known of the lease.
     *
     * @param remaining time to the local deadline
     * @param cause how it was lost, once that was told
     * @param notHeldFor how long it has not been held, zero when it is
     */
    record View(LeaseState state, Duration remaining, Optional<LossCause> cause, Duration notHeldFor) {}

    /** How long a program has between TERM and KILL. */
    Duration grace() {
        return grace;
    }

    Decision decide(View view) {
        if (view.cause().isPresent()) {
            LossCause cause = view.cause().get();
            boolean deadlinePassed = cause == LossCause.EXPIRED || cause == LossCause.CLOCK;
            return deadlinePassed ? kill() : termThenKill(view.notHeldFor(), grace);
        }
        return switch (view.state()) {
            case HELD -> held(view.remaining());
            case UNCERTAIN ->
                view.notHeldFor().compareTo(grace) < 0
                        ? new Decision(Step.RUN, grace.minus(view.notHeldFor()))
                        : termThenKill(view.notHeldFor(), grace.multipliedBy(2));
            case LOST, RELEASED -> termThenKill(view.notHeldFor(), CAUSE_AWAITED);
        };
    }

    private Decision held(Duration remaining) {
        if (remaining.compareTo(ahead) <= 0) {
            return kill();
        }
        if (remaining.compareTo(grace) <= 0) {
            return new Decision(Step.TERM, remaining.minus(ahead));
        }
        return new Decision(Step.RUN, clamp(remaining.minus(grace), SHORTEST_LOOK, LONGEST_LOOK));
    }

    private static Decision termThenKill(Duration since, Duration bound) {
        return since.compareTo(bound) >= 0 ? kill() : new Decision(Step.TERM, bound.minus(since));
    }

    private static Decision kill() {
        return new Decision(Step.KILL, Duration.ofMillis(10));
    }

    private static Duration clamp(Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0) {
            return least;
        }
        return value.compareTo(most) > 0 ? most : value;
    }
}
