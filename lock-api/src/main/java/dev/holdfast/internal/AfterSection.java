package dev.holdfast.internal;

import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a section under a queue's lock leaves to be done outside it. Not thread-safe: filled under the lock and run after it by
 * the same thread. A task that throws keeps no other from running: each may be the only wake-up of somebody.
 */
final class AfterSection {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");

    private @Nullable List<Runnable> tasks;

    void signal(Waiter waiter) {
        add(waiter::signal);
    }

    void abandon(Contender orphan) {
        add(orphan::abandon);
    }

    /** A grant that nobody took goes back to the store. */
    void undo(Grant grant) {
        add(grant::giveBack);
    }

    /** The store gave the name to another grant of this client: the former one has ended without our knowing. */
    void displace(@Nullable Grant former) {
        if (former != null) {
            loseAsNoted(former);
            add(() -> former.lose(LossCause.STORE_FORGOT, "the store gave another grant of the same name"));
        }
    }

    /** Whoever lost the grant meanwhile may have looked for its lease before this one was served: then it is told here. */
    void tellLoss(Grant grant, LeaseImpl served) {
        LeaseLoss lost = grant.lost();
        if (lost != null) {
            add(() -> served.lose(lost));
        }
    }

    /** The store may have told of the loss before there was a grant to lose. */
    void loseAsNoted(Grant grant) {
        add(grant::loseAsNoted);
    }

    private void add(Runnable task) {
        if (tasks == null) {
            tasks = new ArrayList<>(2);
        }
        tasks.add(task);
    }

    void run() {
        if (tasks != null) {
            tasks.forEach(AfterSection::run);
            tasks = null;
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error thrown) {
            LOG.warn("what a queue left to be done failed, the rest goes on", thrown);
        }
    }
}
