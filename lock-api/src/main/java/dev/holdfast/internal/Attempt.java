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
        try {
            if (atHome != null) {
                return atHome;
            }
            Contender self = new Contender(core, queue, options);
            long ahead = core.trust.ahead();
            long sentAt = core.now();
            AcquireReply reply = ask(self);
            if (reply instanceof AcquireReply.Indeterminate) {
                ahead = core.trust.ahead();
                sentAt = core.now();
                reply = ask(self);
            }
            if (!(reply instanceof AcquireReply.Granted granted)) {
                return refuse(self, reply);
            }
            won = new Grant(
                    core,
                    queue,
                    self.owner,
                    granted.base(),
                    options,
                    new Grant.Confirmation(sentAt, ahead, granted.lease()));
            if (won.expired(core.now())) {
                won = null;
                throw tooLate(self);
            }
            LeaseImpl lease = new LeaseImpl(core, won, won.nextToken(), options.lossPolicy());
            won.serve(lease);
            core.watchdog.add(won);
            return lease;
        } finally {
            queue.leaveVisit(won);
        }
    }

    private RuntimeException tooLate(Contender self) {
        self.abandon();
        return Failures.indeterminate(
                queue.name, new TimeoutException("the store's reply took longer than the lease lasts"));
    }

    private AcquireReply ask(Contender self) {
        try {
            return Contender.required(core.store().tryAcquire(self.request(core.commandTimeout(self.options.lease()))));
        } catch (HoldfastException refused) {
            return Failures.reply(refused);
        } catch (RuntimeException | Error broken) {
            return new AcquireReply.Indeterminate(broken);
        }
    }

    private Refused refuse(Contender self, AcquireReply reply) {
        if (reply instanceof AcquireReply.Indeterminate unknown) {
            core.sweeper.doubt(Ticker.nanosOf(self.options.lease()));
            self.abandon();
            throw Failures.indeterminate(queue.name, unknown.cause());
        }
        core.owners.retire(self.owner);
        if (reply instanceof AcquireReply.Unavailable down) {
            throw Failures.unavailable(queue.name, down.cause());
        }
        var holder = reply instanceof AcquireReply.Busy busy ? busy.holder() : null;
        return new Refused(queue.name, RefusalReason.HELD, holder, Duration.ZERO);
    }
}
