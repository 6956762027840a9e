package dev.holdfast.memory;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.StoreEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What became of owner ids. An owner is live (holds or queues), or over: released, abandoned, expired or forced. Who is
 * over can never win again, which makes delayed duplicates harmless (L-6).
 *
 * <p>Owners of a connected client that were released stay over for as long as it is connected, at no cost ({@link
 * SequenceSet}); how a right was lost, and owners of clients that are gone, are kept for the longer of one lease and
 * 60 s (L-12). An attempt that was refused leaves a gap, since a resend of it may still win. Gaps that are older than 60 s, or
 * lie {@link #MOST_AFTER_A_GAP} owners back, are over as well, so that they do not add up: who comes so late goes on under a
 * new owner id. Every method is called under the table's lock.
 */
final class Ledger {

    static final Duration RETENTION = Duration.ofSeconds(60);

    /** So many owners of one client may have ended after a gap before it is filled. */
    static final long MOST_AFTER_A_GAP = 1 << 16;

    private final Map<String, Client> clients = new HashMap<>();
    private final Sweep<OwnerId, Ended> ended = new Sweep<>(new ConcurrentHashMap<>());

    /** One client's side of the ledger. */
    private static final class Client {
        final List<Connection> connections = new ArrayList<>(1);
        final SequenceSet over = new SequenceSet();
        final Map<OwnerId, String> nameByLiveOwner = new HashMap<>();

        /** The highest sequence that has ended. */
        long highest;

        /** The highest one when gaps were last filled, and when that was; gaps up to there are filled next. */
        long mark;

        long markedAt;

        Client(Now now) {
            markedAt = now.nanos();
        }

        /** Ends one, and fills the gaps up to the mark when that is old or far behind. */
        void end(long sequence, Now now) {
            over.add(sequence);
            highest = Math.max(highest, sequence);
            boolean old = now.nanos() - markedAt >= RETENTION.toNanos();
            if (highest > mark && (old || highest - mark >= MOST_AFTER_A_GAP)) {
                overUpTo(mark, nameByLiveOwner.keySet());
                mark = highest;
                markedAt = now.nanos();
            }
        }

        /** Everything up to a sequence that is not in the set will never be used again. */
        void overUpTo(long upTo, Set<OwnerId> live) {
            long from = 1;
            for (long sequence : live.stream()
                    .mapToLong(OwnerId::sequence)
                    .filter(s -> s <= upTo)
                    .sorted()
                    .toArray()) {
                over.addRange(from, sequence - 1);
                from = sequence + 1;
            }
            over.addRange(from, upTo);
        }
    }

    void connect(Connection connection, Now now) {
        clients.computeIfAbsent(connection.context.client(), c -> new Client(now))
                .connections
                .add(connection);
    }

    /** True when it was the client's last connection. */
    boolean disconnect(Connection connection) {
        Client client = clients.get(connection.context.client());
        if (client == null || !client.connections.remove(connection) || !client.connections.isEmpty()) {
            return false;
        }
        clients.remove(connection.context.client());
        return true;
    }

    List<StoreEvents> eventsOf(OwnerId owner) {
        Client client = clients.get(owner.client());
        return client == null
                ? List.of()
                : client.connections.stream().map(c -> c.context.events()).toList();
    }

    void live(OwnerId owner, String name) {
        Client client = clients.get(owner.client());
        if (client != null) {
            client.nameByLiveOwner.put(owner, name);
        }
    }

    /** Live owners of the client and what they hold or queue for. */
    Map<OwnerId, String> liveOf(String client) {
        Client found = clients.get(client);
        return found == null ? Map.of() : Map.copyOf(found.nameByLiveOwner);
    }

    void released(OwnerId owner, Duration lease, Now now) {
        Client client = clients.get(owner.client());
        if (client == null) {
            ended.put(owner, new Ended(owner, null, "", until(lease, now.nanos())));
        } else {
            client.nameByLiveOwner.remove(owner);
            client.end(owner.sequence(), now);
        }
    }

    /** The right ended at this moment, by the ticker. */
    void lost(OwnerId owner, Duration lease, long at, LossCause cause, String detail) {
        Client client = clients.get(owner.client());
        if (client != null) {
            client.nameByLiveOwner.remove(owner);
        }
        ended.put(owner, new Ended(owner, cause, detail, until(lease, at)));
    }

    /** Everything up to a sequence that is not in the set will never be used again. */
    void over(String client, long upTo, Set<OwnerId> live) {
        Client found = clients.get(client);
        if (found == null) {
            return;
        }
        found.overUpTo(
                upTo, live.stream().filter(o -> o.client().equals(client)).collect(Collectors.toSet()));
    }

    boolean isOver(OwnerId owner) {
        return ended.get(owner) != null || isReleased(owner);
    }

    boolean isReleased(OwnerId owner) {
        Client client = clients.get(owner.client());
        return client != null && client.over.contains(owner.sequence());
    }

    @Nullable
    Ended ended(OwnerId owner) {
        return ended.get(owner);
    }

    void sweep(Now now, int atMost) {
        ended.sweep(atMost, entry -> {
            boolean old = now.nanos() - entry.until() >= 0;
            Client client = old ? clients.get(entry.owner().client()) : null;
            if (client != null) {
                client.end(entry.owner().sequence(), now);
            }
            return old;
        });
    }

    /** In how many pieces the finished owners of a client are remembered. */
    int ranges(String client) {
        Client found = clients.get(client);
        return found == null ? 0 : found.over.ranges();
    }

    int size() {
        return ended.size()
                + clients.values().stream()
                        .mapToInt(c -> c.nameByLiveOwner.size())
                        .sum();
    }

    private static long until(Duration lease, long at) {
        return at + Math.max(Grant.nanos(lease), RETENTION.toNanos());
    }
}
