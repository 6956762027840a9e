package dev.holdfast.redis;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Renews grants in batches, on a connection of their own: calls that hang on others cost no lease (L-8). What turns out to be lost
 * costs one read more for the reason. Thread-safe.
 */
final class Renewals {

    /** A shorter bound would tell of a busy processor rather than of a lost reply. */
    static final Duration LEAST_WITHIN = Duration.ofMillis(50);

    private static final Duration MOST_WITHIN = Duration.ofSeconds(2);
    private static final int COMMANDS_PER_LEASE = 6;

    private final RedisNode node;
    private final RedisNode spare;
    private final Keys keys;
    private final Fates fates;

    /** @param spare for when the own connection is in use by other renewals, or cannot be made */
    Renewals(RedisNode node, RedisNode spare, Keys keys) {
        this.node = node;
        this.spare = spare;
        this.keys = keys;
        this.fates = new Fates(node, keys);
    }

    /** The bound on a command for a lease: a sixth of it, at most 2 s. */
    static Duration within(Duration lease) {
        Duration sixth = lease.dividedBy(COMMANDS_PER_LEASE);
        if (sixth.compareTo(LEAST_WITHIN) < 0) {
            return LEAST_WITHIN;
        }
        return sixth.compareTo(MOST_WITHIN) > 0 ? MOST_WITHIN : sixth;
    }

    List<RenewReply> renew(List<GrantRef> grants) {
        Duration within = grants.stream()
                .map(grant -> within(grant.lease()))
                .min(Duration::compareTo)
                .orElse(LEAST_WITHIN);
        long started = Ticker.system().nanos();
        try {
            List<byte[]> locks = new ArrayList<>(grants.size());
            List<byte[]> arguments = new ArrayList<>(2 * grants.size());
            for (GrantRef grant : grants) {
                locks.add(keys.lock(grant.name()));
                arguments.add(Keys.utf8(grant.owner().toString()));
                arguments.add(Requests.number(grant.lease().toMillis()));
            }
            List<?> answers = Answers.list(renew(locks, arguments, within));
            return replies(grants, answers, within.minusNanos(Ticker.system().nanos() - started));
        } catch (RedisFailure failure) {
            return LockStore.allIndeterminate(
                    grants, new StoreUnavailableException(failure.text(), failure.getCause()));
        }
    }

    private Object renew(List<byte[]> locks, List<byte[]> arguments, Duration within) throws RedisFailure {
        try {
            return node.script(Script.RENEW, locks, arguments, within.dividedBy(2));
        } catch (RedisFailure failure) {
            if (failure.kind() != RedisFailure.Kind.NOT_SENT) {
                throw failure;
            }
            return spare.script(Script.RENEW, locks, arguments, within.dividedBy(2));
        }
    }

    private List<RenewReply> replies(List<GrantRef> grants, List<?> answers, Duration left) {
        List<RenewReply> replies = new ArrayList<>(grants.size());
        List<GrantRef> lost = new ArrayList<>();
        for (int i = 0; i < grants.size(); i++) {
            if (!(answers.get(i) instanceof Long found)) {
                replies.add(new RenewReply.Indeterminate(new StoreUnavailableException(
                        "Redis refused to renew: name=\"" + grants.get(i).name() + "\", reply="
                                + Answers.text(answers, i),
                        null)));
            } else if (found == 1) {
                replies.add(new RenewReply.Renewed(grants.get(i).lease()));
            } else {
                lost.add(grants.get(i));
                replies.add(new RenewReply.Indeterminate(new IllegalStateException("its fate is asked for below")));
            }
        }
        if (!lost.isEmpty()) {
            List<RenewReply> fate = fates.of(lost, left.isNegative() ? Duration.ZERO : left);
            int next = 0;
            for (int i = 0; i < grants.size(); i++) {
                if (answers.get(i) instanceof Long found && found != 1) {
                    replies.set(i, fate.get(next++));
                }
            }
        }
        return replies;
    }
}
