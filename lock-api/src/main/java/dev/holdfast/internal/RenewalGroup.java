package dev.holdfast.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The grants of one shard with lease lengths within a factor of two, and their one chain of ticks.
 *
 * <p>A tick runs on the timer thread and does no I/O: it collects the grants that are due, arms an exact timer for those whose
 * deadline is near, and hands the due ones to {@link RenewalRun} unless one is still under way. Thread-safe.
 */
final class RenewalGroup {

    private static final long LEAST_TICK = 4_000_000;
    private static final long MOST_TICK = 1_000_000_000;

    private final Core core;
    private final Watchdog watchdog;
    private final long tick;
    private final Set<Grant> grants = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final AtomicBoolean hurried = new AtomicBoolean();
    private volatile long lastAhead;

    RenewalGroup(Core core, Watchdog watchdog, long shortestLease) {
        this.core = core;
        this.watchdog = watchdog;
        this.tick = Math.max(LEAST_TICK, Math.min(MOST_TICK, shortestLease / 16));
        this.lastAhead = core.trust.ahead();
    }

    boolean add(Grant grant) {
        boolean added = grants.add(grant);
        arm();
        return added;
    }

    boolean remove(Grant grant) {
        return grants.remove(grant);
    }

    void addTo(List<Grant> all) {
        all.addAll(grants);
    }

    void suspend() {
        grants.forEach(Grant::suspend);
        hurry();
    }

    void confirmSoon(Grant grant) {
        if (grant.renewAt - core.now() > 0) {
            grant.renewAt = core.now();
        }
        hurry();
    }

    /** One extra look, soon; many callers make one. */
    private void hurry() {
        if (hurried.compareAndSet(false, true)) {
            core.scheduler.schedule(
                    () -> {
                        hurried.set(false);
                        look(core.now());
                    },
                    Duration.ZERO);
        }
    }

    private void arm() {
        if (!armed.get() && armed.compareAndSet(false, true)) {
            scheduleTick();
        }
    }

    private void scheduleTick() {
        long due = core.now() + tick;
        core.scheduler.schedule(() -> tick(due), Duration.ofNanos(tick));
    }

    private void tick(long due) {
        long now = core.now();
        core.lateness.observe(now - due);
        look(now);
        if (!grants.isEmpty()) {
            scheduleTick();
            return;
        }
        armed.set(false);
        if (!grants.isEmpty()) {
            arm();
        }
    }

    private void look(long now) {
        long ahead = core.trust.ahead();
        boolean jumped = ahead != lastAhead;
        lastAhead = ahead;
        List<Grant> due = new ArrayList<>();
        for (Grant grant : grants) {
            if (grant.ended()) {
                watchdog.remove(grant);
                continue;
            }
            if (grant.left(now) < 2 * tick) {
                armDeadline(grant, now);
            }
            boolean timely = grant.options.renewed() && grant.renewAt - now <= tick / 2;
            boolean doubted = grant.renewAt - now <= 0 && grant.uncertain();
            if (timely || jumped || doubted) {
                due.add(grant);
            }
        }
        if (!due.isEmpty() && !watchdog.stopped() && renewing.compareAndSet(false, true)) {
            core.scheduler.execute(() -> renew(due));
        }
    }

    private void renew(List<Grant> due) {
        try {
            new RenewalRun(core, tick).renew(due);
        } finally {
            renewing.set(false);
        }
    }

    /** An exact timer near the end, so that a holder is told before the store may grant to another (L-4). */
    private void armDeadline(Grant grant, long now) {
        if (grant.deadlineArmed.compareAndSet(false, true)) {
            core.scheduler.schedule(
                    () -> {
                        grant.deadlineArmed.set(false);
                        grant.checkDeadline(core.now());
                    },
                    Duration.ofNanos(Math.max(0, grant.left(now))));
        }
    }
}
