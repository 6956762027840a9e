package dev.holdfast.internal;

import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.RefusalReason;
import dev.holdfast.lock.Refused;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One acquire that does not wait, in the caller's thread and under an owner id of its own. A lost reply is asked for once more
 * under the same owner id (L-2); if that is lost too, the attempt is undone in the background.
 */
final class Attempt {

    private final Core core;
    private final NameQueue queue;
    private final @Nullable Refused atHome;

    /** @param atHome the refusal where this client holds or waits for the name itself: nothing is sent then */
    Attempt(Core core, NameQueue queue, @Nullable Refused atHome) {
        this.core = core;
        this.queue = queue;
        this.atHome = atHome;
    }

    Acquisition run(LeaseOptions options) {
        Grant won = null;
        boolean accepted = false;
        try {
            if (atHome != null) {
                return atHome;
            }
            Contender self = new Contender(core, queue, options);
            Contender.Step step = ask(self);
            boolean doubtful = step.reply() instanceof AcquireReply.Indeterminate;
            if (doubtful) {
                step = ask(self);
            }
            if (!(step.reply() instanceof AcquireReply.Granted granted)) {
                return refuse(self, step.reply(), doubtful);
            }
            won = self.grant(granted, step);
            if (won.expired(core.now())) {
                throw tooLate();
            }
            LeaseImpl lease = new LeaseImpl(core, won, won.nextToken(), options.lossPolicy());
            won.serve(lease);
            core.watchdog.add(won);
            accepted = queue.accept(won);
            return accepted ? lease : queue.refuse(RefusalReason.HELD, 0);
        } finally {
            if (won != null && !accepted) {
                won.giveBack();
            }
            queue.leaveVisit();
        }
    }

    private RuntimeException tooLate() {
        return Failures.indeterminate(
                queue.name, new TimeoutException("the store's reply took longer than the lease lasts"));
    }

    private Contender.Step ask(Contender self) {
        long ahead = core.trust.ahead();
        long sentAt = core.now();
        return new Contender.Step(reply(self), sentAt, ahead);
    }

    private AcquireReply reply(Contender self) {
        try {
            Duration within = core.commandTimeout(self.options.lease());
            return Replies.checked(core.store(within).tryAcquire(self.request(within)));
        } catch (HoldfastException refused) {
            return Failures.reply(refused);
        } catch (RuntimeException | Error broken) {
            return new AcquireReply.Indeterminate(broken);
        }
    }

    /** Not granted. Once a reply was missing the owner id may have won, or win late: then it is undone, whatever came after. */
    private Refused refuse(Contender self, AcquireReply reply, boolean doubtful) {
        if (doubtful) {
            core.sweeper.doubt(Ticker.nanosOf(self.options.lease()));
            self.abandon();
        } else {
            core.owners.retire(self.owner);
        }
        if (reply instanceof AcquireReply.Indeterminate unknown) {
            throw Failures.indeterminate(queue.name, unknown.cause());
        }
        if (reply instanceof AcquireReply.Unavailable down) {
            throw doubtful
                    ? Failures.indeterminate(queue.name, down.cause())
                    : Failures.unavailable(queue.name, down.cause());
        }
        var holder = reply instanceof AcquireReply.Busy busy ? busy.holder() : null;
        return new Refused(queue.name, RefusalReason.HELD, holder, Duration.ZERO);
    }
}
