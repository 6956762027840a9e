package dev.holdfast.redis;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.RenewReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds out why owners do not hold their names any more. One read for all of a batch. */
final class Fates {

    private static final RenewReply.NotOwner UNKNOWN =
            new RenewReply.NotOwner(LossCause.STORE_FORGOT, "the store does not have it, and did not say why");

    private final RedisNode node;
    private final Keys keys;

    Fates(RedisNode node, Keys keys) {
        this.node = node;
        this.keys = keys;
    }

    /** The same order and length as the grants. That they are lost is known; a failed read only leaves out the reason. */
    List<RenewReply> of(List<GrantRef> grants, Duration within) {
        List<RenewReply> fates = new ArrayList<>(grants.size());
        try {
            List<byte[]> asked = new ArrayList<>(3 * grants.size());
            for (GrantRef grant : grants) {
                asked.add(keys.lock(grant.name()));
                asked.add(keys.fence(grant.name()));
                asked.add(keys.dead(grant.name(), grant.owner()));
            }
            List<?> rows = Answers.list(node.script(Script.FATE, asked, List.of(), within));
            for (int i = 0; i < grants.size(); i++) {
                fates.add(fate(grants.get(i), Answers.list(rows.get(i))));
            }
            return fates;
        } catch (RedisFailure unread) {
            grants.forEach(grant -> fates.add(UNKNOWN));
            return fates;
        }
    }

    private static RenewReply fate(GrantRef grant, List<?> row) {
        String mark = Answers.text(row, 3);
        if (mark.startsWith("f")) {
            return new RenewReply.NotOwner(LossCause.FORCED, mark.substring(1));
        }
        return lost(grant, Answers.text(row, 0), Answers.text(row, 1));
    }

    /** What the lock and the fence tell: another owner in either means that the lease was over by the store's clock. */
    static RenewReply.NotOwner lost(GrantRef grant, String holder, String lastOwner) {
        boolean passedOn = !holder.isEmpty()
                || !(lastOwner.isEmpty() || lastOwner.equals(grant.owner().toString()));
        return passedOn
                ? new RenewReply.NotOwner(LossCause.EXPIRED, "another owner has had it since")
                : new RenewReply.NotOwner(LossCause.STORE_FORGOT, "the key is gone: expired, evicted or deleted");
    }
}
