package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.OwnerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What this client's owner ids may have in the file, and which of them are over. Kept in memory: an owner id is used by
 * the client that made it and by no other process, and a request cannot be delayed beyond the call that makes it, so a
 * duplicate that could win after a release or an abandonment (L-6) has to come through here.
 *
 * <p>Not thread-safe: used only inside the work of {@link SqliteSession}, so that looking here and writing the file are
 * one step. Bounded (L-12): attempts by what is held or queued, for lapsed ones are swept out; the rest by {@link Recent}.
 */
final class Owners {

    private static final long WINDOW = 60_000_000_000L;
    private static final int RELEASED = 8_192;
    private static final int OVER = 65_536;
    private static final int SWEEP_FROM = 1_024;

    private final StoreClock clock;
    private final Map<OwnerId, Attempt> attempts = new HashMap<>();
    private final Recent released;
    private final Recent over;
    private int sweepAt = SWEEP_FROM;

    /** What one owner may have in the file. */
    private static final class Attempt {
        final String name;
        boolean granted;
        boolean queued;
        /** When it is over without further news. */
        long lapse;

        Attempt(String name) {
            this.name = name;
        }
    }

    /** What {@link #left} found. */
    record Left(OwnerId owner, String name) {}

    Owners(StoreClock clock) {
        this.clock = clock;
        released = new Recent(RELEASED, WINDOW, clock.nanos());
        over = new Recent(OVER, WINDOW, clock.nanos());
    }

    /** Whether the owner has ended and may never win again. */
    boolean isOver(OwnerId owner) {
        return over.contains(owner) || released.contains(owner);
    }

    boolean isReleased(OwnerId owner) {
        return released.contains(owner);
    }

    /** Whether an earlier request of this owner may be in the file. */
    boolean isKnown(OwnerId owner) {
        return attempts.containsKey(owner);
    }

    boolean isGranted(OwnerId owner) {
        Attempt attempt = attempts.get(owner);
        return attempt != null && attempt.granted;
    }

    boolean isQueued(OwnerId owner) {
        Attempt attempt = attempts.get(owner);
        return attempt != null && attempt.queued;
    }

    /** A request is about to be sent. */
    void sent(OwnerId owner, String name, long lease) {
        sweep();
        attempts.computeIfAbsent(owner, o -> new Attempt(name)).lapse = clock.nanos() + lease;
    }

    /** The owner holds it, for so long. */
    void granted(OwnerId owner, String name, long lease) {
        Attempt attempt = attempts.computeIfAbsent(owner, o -> new Attempt(name));
        attempt.granted = true;
        attempt.queued = false;
        attempt.lapse = Math.max(attempt.lapse, clock.nanos() + lease);
    }

    void queued(OwnerId owner, String name) {
        attempts.computeIfAbsent(owner, o -> new Attempt(name)).queued = true;
    }

    /** The owner has nothing in the file, and may try again. */
    void refused(OwnerId owner) {
        attempts.remove(owner);
    }

    void released(OwnerId owner) {
        attempts.remove(owner);
        released.add(owner, clock.nanos());
    }

    /** Lost, abandoned or forced out. */
    void over(OwnerId owner) {
        attempts.remove(owner);
        over.add(owner, clock.nanos());
    }

    /** Owners of the client up to the sequence that are not live and may have something in the file. */
    List<Left> left(String client, long upTo, Set<OwnerId> live) {
        List<Left> left = new ArrayList<>();
        attempts.forEach((owner, attempt) -> {
            if (owner.client().equals(client) && owner.sequence() <= upTo && !live.contains(owner)) {
                left.add(new Left(owner, attempt.name));
            }
        });
        return left;
    }

    /** How many attempts may have something in the file. */
    int size() {
        return attempts.size();
    }

    /** Lapsed ones that nobody asked about again go, when their number has doubled: constant cost per request. */
    private void sweep() {
        if (attempts.size() >= sweepAt) {
            dropLapsed();
            sweepAt = Math.max(SWEEP_FROM, 2 * attempts.size());
        }
    }

    void dropLapsed() {
        long now = clock.nanos();
        attempts.values().removeIf(each -> !each.queued && now - each.lapse > WINDOW);
    }
}
