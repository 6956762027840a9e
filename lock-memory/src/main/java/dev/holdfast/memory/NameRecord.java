package dev.holdfast.memory;

import dev.holdfast.lock.Holder;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One name: its grant, its queue, its last base. Every method is called under the table's lock.
 *
 * <p>Invariant after {@link #settle}: a name without a grant has no queue. A release or a lapse gives the name to the
 * first contender that is not dead, <i>provisionally</i>: for the lesser of its lease and 2 s, within which it comes for it
 * or loses its place (L-9). The first two contenders have a timer at the end of the grant before them, each on its own
 * client's scheduler, so that a frozen client cannot keep the news from the next one; further frozen ones are passed
 * when somebody re-confirms.
 */
final class NameRecord {

    static final Duration OFFER = Duration.ofSeconds(2);

    private static final int ARMED_CONTENDERS = 2;

    final String name;
    final Map<OwnerId, Contender> queue = new LinkedHashMap<>();

    @Nullable
    Grant grant;

    private final LockTable table;
    private long lastBase;

    NameRecord(String name, LockTable table, long lastBase) {
        this.name = name;
        this.table = table;
        this.lastBase = lastBase;
    }

    long lastBase() {
        return lastBase;
    }

    boolean isUnused() {
        return grant == null && queue.isEmpty();
    }

    boolean isHeldBy(OwnerId owner) {
        return grant != null && grant.owner.equals(owner);
    }

    @Nullable
    Holder holder(Now now) {
        return grant == null ? null : grant.holder(now);
    }

    /** Grants to the owner; false when no base is left. */
    boolean grantTo(AcquireRequest request, Now now) {
        long base = mint(request, now);
        if (base > Tokens.MAX_BASE) {
            return false;
        }
        lastBase = base;
        grant = Grant.held(request, base, now);
        table.ledger.live(request.owner(), name);
        return true;
    }

    /** Ends what is over and offers a free name to the next contender. */
    void settle(Now now, Effects effects) {
        Grant current = grant;
        if (current != null && current.isOver(now)) {
            String detail = current.offered ? "the offer was not taken up in time" : "";
            table.ledger.lost(current.owner, current.lease, current.deadline, LossCause.EXPIRED, detail);
            grant = null;
        }
        Iterator<Contender> contenders = queue.values().iterator();
        while (grant == null && contenders.hasNext()) {
            Contender next = contenders.next();
            contenders.remove();
            next.disarm(effects);
            offer(next, now, effects);
        }
        arm(now, effects);
    }

    private void offer(Contender next, Now now, Effects effects) {
        AcquireRequest request = next.request;
        long base = mint(request, now);
        if (next.isStale(now) || base > Tokens.MAX_BASE) {
            table.ledger.lost(
                    request.owner(),
                    request.terms().lease(),
                    now.nanos(),
                    LossCause.EXPIRED,
                    "the queue entry was dropped");
            return;
        }
        lastBase = base;
        grant = Grant.offered(request, base, now, OFFER);
        effects.add(next.wake);
    }

    private void arm(Now now, Effects effects) {
        Grant current = grant;
        if (current == null) {
            return;
        }
        int armed = 0;
        for (Contender contender : queue.values()) {
            if (armed++ == ARMED_CONTENDERS) {
                return;
            }
            contender.arm(current.deadline, now, () -> table.lapse(this, contender), effects);
        }
    }

    /** Leaves the queue; false when the owner was not in it. */
    boolean leave(OwnerId owner, Now now, Effects effects) {
        Contender contender = queue.remove(owner);
        if (contender == null) {
            return false;
        }
        contender.disarm(effects);
        arm(now, effects);
        return true;
    }

    private long mint(AcquireRequest request, Now now) {
        return Tokens.nextBase(lastBase, now.unixMicros(), request.terms().tokenFloor());
    }
}
