package dev.holdfast.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The grants of one shard with lease lengths within a factor of two, and their one chain of ticks.
 *
 * <p>A tick runs on the timer thread and does no I/O: it collects the grants that are due, arms an exact timer for those whose
 * deadline is near, and hands the due ones to {@link RenewalRun} unless one is still under way. Whatever happens in it, the
 * chain goes on. Thread-safe.
 */
final class RenewalGroup {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final long LEAST_TICK = 4_000_000;
    private static final long MOST_TICK = 1_000_000_000;

    private final Core core;
    private final Watchdog watchdog;
    private final long tick;
    private final Set<Grant> grants = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final AtomicBoolean hurried = new AtomicBoolean();

    RenewalGroup(Core core, Watchdog watchdog, long shortestLease) {
        this.core = core;
        this.watchdog = watchdog;
        this.tick = Math.max(LEAST_TICK, Math.min(MOST_TICK, shortestLease / 16));
    }

    /** The caller arms the chain after it. */
    boolean add(Grant grant) {
        return grants.add(grant);
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

    /** One extra look, soon, because a holder asks about a doubtful grant; many callers make one. */
    void hurry() {
        if (hurried.compareAndSet(false, true)) {
            core.scheduler.schedule(
                    () -> {
                        hurried.set(false);
                        look(core.now());
                    },
                    Duration.ZERO);
        }
    }

    /** Starts the chain where it does not run. */
    void arm() {
        if (!armed.get() && armed.compareAndSet(false, true)) {
            scheduleTick();
        }
    }

    private void scheduleTick() {
        long due = core.now() + tick;
        core.scheduler.schedule(() -> tick(due), Duration.ofNanos(tick));
    }

    private void tick(long due) {
        try {
            long now = core.now();
            core.lateness.observe(now - due);
            look(now);
        } finally {
            goOn();
        }
    }

    private void goOn() {
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
        List<Grant> due = new ArrayList<>();
        for (Grant grant : grants) {
            if (grant.ended()) {
                watchdog.remove(grant);
                continue;
            }
            if (grant.left(now) < 2 * tick) {
                armDeadline(grant, now);
            }
            if (grant.options.renewed() && wantsRenewal(grant, now)) {
                due.add(grant);
            }
        }
        if (!due.isEmpty() && !watchdog.stopped() && renewing.compareAndSet(false, true)) {
            start(due);
        }
    }

    private boolean wantsRenewal(Grant grant, long now) {
        return grant.renewal.dueWithin(now, tick / 2) || (grant.renewal.mayAskAgain(now, tick) && grant.uncertain());
    }

    /** A rejected run is started again by the next tick. */
    private void start(List<Grant> due) {
        try {
            core.renewals.execute(() -> renew(due));
        } catch (RuntimeException | Error rejected) {
            renewing.set(false);
            LOG.warn("renewals could not be started, retried: cause={}", rejected.toString());
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
        if (grant.renewal.alarm()) {
            core.scheduler.schedule(
                    () -> {
                        grant.renewal.alarmRang();
                        grant.checkDeadline(core.now());
                    },
                    Duration.ofNanos(Math.max(0, grant.left(now))));
        }
    }
}
