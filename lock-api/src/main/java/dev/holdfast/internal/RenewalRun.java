package dev.holdfast.internal;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.RenewReply;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of renewals of one group, in batches. A batch that fails as a whole is taken apart next time: its grants are renewed
 * one by one until they succeed, so that one poisoned entry costs no other (L-8).
 */
final class RenewalRun {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");

    private final Core core;
    private final long retryAfter;

    RenewalRun(Core core, long retryAfter) {
        this.core = core;
        this.retryAfter = retryAfter;
    }

    void renew(List<Grant> due) {
        int most = Math.max(1, core.store().capabilities().renewBatch());
        List<Grant> batch = new ArrayList<>(Math.min(most, due.size()));
        for (Grant grant : due) {
            if (grant.renewal.alone()) {
                send(List.of(grant));
                continue;
            }
            batch.add(grant);
            if (batch.size() == most) {
                send(batch);
                batch = new ArrayList<>(most);
            }
        }
        send(batch);
    }

    private void send(List<Grant> candidates) {
        List<Grant> batch = candidates.stream().filter(g -> !g.ended()).toList();
        if (batch.isEmpty() || core.watchdog.stopped()) {
            return;
        }
        List<GrantRef> refs = batch.stream().map(Grant::ref).toList();
        long ahead = core.trust.ahead();
        long sentAt = core.now();
        batch.forEach(grant -> grant.renewal.tried(sentAt));
        List<RenewReply> replies;
        try {
            replies = core.store().renew(refs);
            if (replies.size() != refs.size()) {
                throw new IllegalStateException("store gave " + replies.size() + " replies to " + refs.size());
            }
        } catch (RuntimeException | Error broken) {
            batch.forEach(grant -> grant.renewal.renewAlone());
            replies = LockStore.allIndeterminate(refs, broken);
        }
        for (int i = 0; i < batch.size(); i++) {
            apply(batch.get(i), Replies.checked(replies.get(i)), sentAt, ahead);
        }
    }

    private void apply(Grant grant, RenewReply reply, long sentAt, long ahead) {
        if (grant.ended()) {
            return;
        }
        if (reply instanceof RenewReply.Renewed renewed) {
            grant.confirm(new Grant.Confirmation(sentAt, ahead, renewed.lease()));
        } else if (reply instanceof RenewReply.NotOwner gone) {
            grant.lose(gone.cause(), gone.detail());
        } else if (reply instanceof RenewReply.Indeterminate unknown) {
            failed(grant, unknown.cause());
        }
    }

    /** The first failure in a row is worth a warning; the event carries each. */
    private void failed(Grant grant, Throwable cause) {
        String text = "renewal failed, retried until the deadline: name=\"{}\", cause={}";
        if (grant.renewal.failed(core.now() + retryAfter)) {
            LOG.warn(text, grant.queue.name, cause.toString());
        } else {
            LOG.debug(text, grant.queue.name, cause.toString());
        }
        core.event(() -> new HoldfastEvent.RenewalFailed(grant.queue.name, cause));
    }
}
