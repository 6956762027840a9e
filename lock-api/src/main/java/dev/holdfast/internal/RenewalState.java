package dev.holdfast.internal;

import dev.holdfast.spi.Ticker;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The watchdog's notes on one grant. Written by the renewal run of the grant's group, of which one is under way at a time, and
 * read by its ticks.
 */
final class RenewalState {

    private final Core core;
    private volatile long due;
    private volatile long triedAt;
    private volatile boolean failing;
    private volatile boolean alone;
    private final AtomicBoolean alarmed = new AtomicBoolean();

    RenewalState(Core core, Grant.Confirmation first) {
        this.core = core;
        this.triedAt = first.sentAt();
        confirmed(first);
    }

    /** The next renewal comes at a third of the lease that the store confirmed. */
    final void confirmed(Grant.Confirmation c) {
        due = c.sentAt() + core.jittered(Ticker.nanosOf(c.lease()) / 3);
        failing = false;
        alone = false;
    }

    void tried(long now) {
        triedAt = now;
    }

    /** No reply; true for the first in a row. */
    boolean failed(long retryAt) {
        boolean first = !failing;
        failing = true;
        due = retryAt;
        return first;
    }

    /** The whole batch failed: this grant is renewed by itself until it succeeds. */
    void renewAlone() {
        alone = true;
    }

    boolean alone() {
        return alone;
    }

    /** Whether the latest renewal has no reply. */
    boolean unanswered() {
        return failing;
    }

    boolean dueWithin(long now, long slack) {
        return due - now <= slack;
    }

    /** Whether a doubtful grant may be asked about again. */
    boolean mayAskAgain(long now, long pause) {
        return now - triedAt >= pause;
    }

    /** Takes the right to arm the deadline's timer. */
    boolean alarm() {
        return alarmed.compareAndSet(false, true);
    }

    void alarmRang() {
        alarmed.set(false);
    }
}
