package dev.holdfast.lock;

import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lock was not acquired and this attempt can never win later (L-6). Immutable.
 *
 * @param name the name asked for
 * @param reason why
 * @param lastHolder who held it when the store last answered; null where nobody was seen
 * @param waited how long the caller waited, zero for a call that does not wait
 */
public record Refused(
        String name, RefusalReason reason, @Nullable Holder lastHolder, Duration waited)
        implements Acquisition, Serializable {

    /** Who held the lock when the store last answered. It may have changed since. */
    public Optional<Holder> holder() {
        return Optional.ofNullable(lastHolder);
    }

    @Override
    public Lease orElseThrow() {
        throw new LockRefusedException(this);
    }

    @Override
    public <T> T fold(Function<? super Lease, ? extends T> onLease, Function<? super Refused, ? extends T> onRefused) {
        return onRefused.apply(this);
    }
}
