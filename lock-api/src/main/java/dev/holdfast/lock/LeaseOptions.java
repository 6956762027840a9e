package dev.holdfast.lock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a lock is leased. Immutable; each method returns a changed copy. Passed as a function, so that what is not named
 * keeps the client's default:
 *
 * <pre>{@code holdfast.lock("report", o -> o.lease(ofSeconds(10)).note("nightly"))}</pre>
 */
public final class LeaseOptions {

    /** The shortest lease, 100 ms. */
    public static final Duration MIN_LEASE = Duration.ofMillis(100);

    /** The longest lease, 30 days. */
    public static final Duration MAX_LEASE = Duration.ofDays(30);

    /** 30 s, renewed at a third, unbounded wait, {@link LossPolicy#THROW_IF_UNTOLD}, not fair, no note. */
    public static final LeaseOptions DEFAULTS = new LeaseOptions(new Values());

    private static final int MAX_NOTE = 256;

    private final Values values;

    private LeaseOptions(Values values) {
        this.values = values;
    }

    /**
     * How long the store holds the lock without renewal.
     *
     * @param lease 100 ms..30 days
     * @throws InvalidInputException outside that range
     */
    public LeaseOptions lease(Duration lease) {
        Ranges.check("lease", lease, MIN_LEASE, MAX_LEASE);
        return with(v -> v.lease = lease);
    }

    /** Renewed by the watchdog until released (the default), or left to end after its length. */
    public LeaseOptions renewed(boolean renewed) {
        return with(v -> v.renewed = renewed);
    }

    /**
     * Bounds the acquire forms that take no wait of their own.
     *
     * @throws InvalidInputException when negative
     */
    public LeaseOptions defaultWait(Duration wait) {
        Ranges.checkWait(wait);
        return with(v -> v.defaultWait = wait);
    }

    /** What happens at the call site when the lease is lost. */
    public LeaseOptions lossPolicy(LossPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return with(v -> v.lossPolicy = policy);
    }

    /** Gives up the local hand-off, so that each release offers the lock to every client in turn. */
    public LeaseOptions fair(boolean fair) {
        return with(v -> v.fair = fair);
    }

    /**
     * Free text that others see as {@link Holder#note()}.
     *
     * @param note at most 256 characters
     */
    public LeaseOptions note(String note) {
        if (note.length() > MAX_NOTE) {
            throw new InvalidInputException("note is too long", "length", Integer.toString(note.length()), "limit=256");
        }
        return with(v -> v.note = note);
    }

    /**
     * No token of this lock is at or below this value: needed when a name moves here from another store.
     *
     * @param floor the highest token the old store gave, zero for none
     */
    public LeaseOptions tokenFloor(long floor) {
        if (floor < 0) {
            throw new InvalidInputException("token floor must not be negative", "tokenFloor", Long.toString(floor));
        }
        return with(v -> v.tokenFloor = floor);
    }

    /** The lease length. */
    public Duration lease() {
        return values.lease;
    }

    /** Whether the watchdog renews. */
    public boolean renewed() {
        return values.renewed;
    }

    /** The bound of the acquire forms without a wait; empty for none. */
    public Optional<Duration> defaultWait() {
        return Optional.ofNullable(values.defaultWait);
    }

    /** The loss policy. */
    public LossPolicy lossPolicy() {
        return values.lossPolicy;
    }

    /** Whether local hand-off is off. */
    public boolean fair() {
        return values.fair;
    }

    /** The note. */
    public String note() {
        return values.note;
    }

    /** The token floor. */
    public long tokenFloor() {
        return values.tokenFloor;
    }

    private LeaseOptions with(java.util.function.Consumer<Values> change) {
        Values copy = new Values(values);
        change.accept(copy);
        return new LeaseOptions(copy);
    }

    /** The mutable inside of a copy; never visible before its change is done. */
    private static final class Values {
        Duration lease = Duration.ofSeconds(30);
        boolean renewed = true;

        @Nullable
        Duration defaultWait;

        LossPolicy lossPolicy = LossPolicy.THROW_IF_UNTOLD;
        boolean fair;
        String note = "";
        long tokenFloor;

        Values() {}

        Values(Values other) {
            lease = other.lease;
            renewed = other.renewed;
            defaultWait = other.defaultWait;
            lossPolicy = other.lossPolicy;
            fair = other.fair;
            note = other.note;
            tokenFloor = other.tokenFloor;
        }
    }
}
