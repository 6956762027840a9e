package dev.holdfast.redis;

import dev.holdfast.lock.LossCause;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The lock side on one node: each method one script, one round trip, on the caller's thread. Thread-safe.
 *
 * <p>A contender subscribes before it queues. As long as the client has met no contention that is left out: an acquire that finds
 * the name free needs no second connection.
 */
final class RedisLockStore implements LockStore, RedisTicket.Calls {

    /** A contender has so long to accept an offer; see functions.lua. */
    private static final Duration OFFER = Duration.ofSeconds(2);

    private final RedisNode node;
    private final WakeChannel channel;
    private final Requests requests;
    private final Renewals renewals;
    private final Capabilities capabilities;
    private final BackendContext context;
    private final Doubts doubts;

    /** What a store is made of. */
    record Parts(RedisNode commands, WakeChannel channel, Requests requests, Renewals renewals) {}

    RedisLockStore(Parts parts, Capabilities capabilities, BackendContext context) {
        this.node = parts.commands;
        this.channel = parts.channel;
        this.requests = parts.requests;
        this.renewals = parts.renewals;
        this.capabilities = capabilities;
        this.context = context;
        this.doubts = new Doubts(context.ticker());
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        requireMutex(request.share());
        return contend('T', request, request.terms().answerWithin()).reply();
    }

    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        requireMutex(request.share());
        RedisTicket ticket = ticket(request, wake);
        Duration within = request.terms().answerWithin();
        if (!channel.isSubscribed()) {
            long started = Ticker.system().nanos();
            AcquireReply alone = contend('T', request, within).reply();
            if (!(alone instanceof AcquireReply.Busy)) {
                return ticket.answered(alone);
            }
            Throwable down = channel.subscribe(left(within, started));
            if (down != null) {
                return ticket.answered(new AcquireReply.Unavailable(notSubscribed(down)));
            }
            within = left(within, started);
        }
        channel.add(ticket);
        return joined(ticket, contend('J', request, within));
    }

    private RedisTicket ticket(AcquireRequest request, Runnable wake) {
        return new RedisTicket(this, request, context.scheduler(), context.ticker(), wake);
    }

    /** A refused one is in no queue, and forgotten. */
    private RedisTicket joined(RedisTicket ticket, Outcome outcome) {
        watch(ticket, outcome);
        if (outcome.reply() instanceof AcquireReply.Unavailable) {
            channel.remove(ticket);
        }
        return ticket.answered(outcome.reply());
    }

    /** Asks for what was offered. An offer is so short that a lost reply has to be noticed early, and asked for again. */
    @Override
    public AcquireReply poll(RedisTicket ticket, Duration answerWithin) {
        boolean told = ticket.takeOffer();
        Duration accept = least(OFFER, ticket.request.terms().lease()).dividedBy(4);
        Duration within = told ? least(answerWithin, most(accept, Renewals.LEAST_WITHIN)) : answerWithin;
        Outcome outcome = contend('P', ticket.request, within);
        boolean dropped =
                outcome.reply() instanceof AcquireReply.NotQueued && ticket.reply() instanceof AcquireReply.Busy;
        if ((outcome.missed() || dropped) && !told) {
            channel.distrust(ticket.subscription());
        }
        watch(ticket, outcome);
        return outcome.reply();
    }

    private void watch(RedisTicket ticket, Outcome outcome) {
        if (outcome.reply() instanceof AcquireReply.Granted || outcome.reply() instanceof AcquireReply.NotQueued) {
            channel.remove(ticket);
        } else if (outcome.lapse() >= 0) {
            ticket.lapseAtMost(outcome.lapse());
        }
    }

    private Outcome contend(char mode, AcquireRequest request, Duration within) {
        try {
            List<byte[]> arguments = requests.contend(mode, request);
            return Outcome.of(
                    request, Answers.list(node.script(Script.CONTEND, requests.keys(request), arguments, within)));
        } catch (RedisFailure failure) {
            return Outcome.without(failed(request, failure));
        }
    }

    private AcquireReply failed(AcquireRequest request, RedisFailure failure) {
        if (failure.kind() == RedisFailure.Kind.NO_REPLY) {
            doubts.attempt(request.owner(), request.terms().lease());
            return new AcquireReply.Indeterminate(unavailable(failure));
        }
        return new AcquireReply.Unavailable(unavailable(failure));
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        return renewals.renew(grants);
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        channel.remove(grant.owner());
        try {
            List<byte[]> arguments = requests.release(grant, doubts.contains(grant.owner()));
            Object reply = node.script(Script.RELEASE, requests.keys(grant), arguments, Renewals.within(grant.lease()));
            return released(grant, Answers.list(reply));
        } catch (RedisFailure failure) {
            return notReleased(grant, failure);
        }
    }

    private ReleaseReply notReleased(GrantRef grant, RedisFailure failure) {
        if (failure.kind() == RedisFailure.Kind.NO_REPLY) {
            doubts.release(grant.owner(), grant.lease());
        }
        return new ReleaseReply.Indeterminate(unavailable(failure));
    }

    private ReleaseReply released(GrantRef grant, List<?> answer) {
        boolean arrived = doubts.released(grant.owner());
        doubts.settle(grant.owner());
        String kind = Answers.text(answer, 0);
        return switch (kind) {
            case "R", "L" -> new ReleaseReply.Released();
            case "A" -> new ReleaseReply.AlreadyReleased();
            case "D" -> ended(Answers.text(answer, 1), arrived);
            case "X" -> arrived ? new ReleaseReply.AlreadyReleased() : lost(grant, answer);
            default -> throw new IllegalStateException("script answered something else: kind=" + kind);
        };
    }

    private static ReleaseReply ended(String mark, boolean arrived) {
        if (mark.startsWith("f")) {
            return new ReleaseReply.NotOwner(LossCause.FORCED, mark.substring(1));
        }
        return mark.equals("x") && !arrived
                ? new ReleaseReply.NotOwner(LossCause.EXPIRED, "an earlier release did not find it either")
                : new ReleaseReply.AlreadyReleased();
    }

    private static ReleaseReply lost(GrantRef grant, List<?> answer) {
        RenewReply.NotOwner lost = Fates.lost(grant, Answers.text(answer, 1), Answers.text(answer, 2));
        return new ReleaseReply.NotOwner(lost.cause(), lost.detail());
    }

    @Override
    public ReleaseAndEnqueue releaseAndEnqueue(GrantRef grant, AcquireRequest request, Runnable wake) {
        requireMutex(request.share());
        if (!channel.isSubscribed()) {
            return LockStore.super.releaseAndEnqueue(grant, request, wake);
        }
        RedisTicket ticket = ticket(request, wake);
        channel.add(ticket);
        List<byte[]> arguments = requests.swap(grant, doubts.contains(grant.owner()), request);
        try {
            Object reply = node.script(
                    Script.SWAP,
                    requests.keys(grant, request),
                    arguments,
                    request.terms().answerWithin());
            List<?> both = Answers.list(reply);
            ReleaseReply released = released(grant, Answers.list(both.get(0)));
            return new ReleaseAndEnqueue(released, joined(ticket, Outcome.of(request, Answers.list(both.get(1)))));
        } catch (RedisFailure failure) {
            ReleaseReply unknown = notReleased(grant, failure);
            return new ReleaseAndEnqueue(unknown, joined(ticket, Outcome.without(failed(request, failure))));
        }
    }

    private static StoreUnavailableException unavailable(RedisFailure failure) {
        return new StoreUnavailableException(failure.text(), failure.getCause());
    }

    private StoreUnavailableException notSubscribed(Throwable down) {
        return new StoreUnavailableException(
                "cannot subscribe for wake-ups: cause=" + JedisNode.reason(down) + "; nothing was queued", down);
    }

    private static Duration left(Duration within, long startedNanos) {
        Duration left = within.minusNanos(Ticker.system().nanos() - startedNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static Duration least(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private static Duration most(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private static void requireMutex(Share share) {
        if (!share.isMutex()) {
            Capability missing = share.mode() == Share.Mode.PERMITS ? Capability.PERMITS : Capability.READ_WRITE;
            throw new UnsupportedByStoreException(
                    "store lacks a capability: missing=[" + missing + "], scheme=redis", Set.of(missing.name()));
        }
    }
}
