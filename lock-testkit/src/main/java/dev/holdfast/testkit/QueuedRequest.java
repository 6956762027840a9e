package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticker;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A contender driven by hand. Used by one thread; wakes may come from any. */
final class QueuedRequest {

    private static final Duration LEAST_RECONFIRMATION = Duration.ofSeconds(1);
    private static final Duration MOST_RECONFIRMATION = Duration.ofSeconds(10);

    final StoreClient client;
    final AcquireRequest request;
    Ticket ticket;

    private final AtomicInteger wakes = new AtomicInteger();
    private long base;

    /** When the last reply makes a poll worth a call, in the client's time; null before the first that says so. */
    @Nullable
    private Long due;

    private QueuedRequest(StoreClient client, AcquireRequest request) {
        this.client = client;
        this.request = request;
        this.ticket = client.locks().enqueue(request, wakes::incrementAndGet);
        boolean unused = isGranted(ticket.reply());
    }

    static QueuedRequest join(StoreClient client, String name, Duration lease) {
        return new QueuedRequest(client, client.request(name, lease));
    }

    /** The same enqueue once more, as after a lost reply. */
    void resend() {
        ticket = client.locks().enqueue(request, wakes::incrementAndGet);
        boolean unused = isGranted(ticket.reply());
    }

    /**
     * Polls only if the store said that a poll is worth a call, by a wake or by the {@code retryAfter} of its last reply, or if
     * the store never wakes.
     */
    boolean isGrantedWhenWoken() {
        boolean pushes = client.locks().capabilities().has(Capability.PUSH_WAKE_UP);
        return (!pushes || wakes.get() > 0 || isDue()) && isGrantedByPoll();
    }

    /** Polls as a client whose wakes are lost: when the last reply said so, at the latest at the re-confirmation. */
    boolean isGrantedWhenDue() {
        return isDue() && isGrantedByPoll();
    }

    private boolean isDue() {
        return due != null && client.now() - due >= 0;
    }

    boolean isGrantedByPoll() {
        return isGranted(ticket.poll(StoreClient.ANSWER));
    }

    private boolean isGranted(AcquireReply reply) {
        if (reply instanceof AcquireReply.Busy busy) {
            due = client.now() + Math.min(Ticker.nanosOf(busy.retryAfter()), Ticker.nanosOf(reconfirmation()));
        }
        if (reply instanceof AcquireReply.Granted granted) {
            base = granted.base();
            return true;
        }
        return false;
    }

    /** How often a client confirms its entry, whatever the store says: a third of the lease, 1 s to 10 s. */
    Duration reconfirmation() {
        Duration third = request.terms().lease().dividedBy(3);
        if (third.compareTo(LEAST_RECONFIRMATION) < 0) {
            return LEAST_RECONFIRMATION;
        }
        return third.compareTo(MOST_RECONFIRMATION) > 0 ? MOST_RECONFIRMATION : third;
    }

    long base() {
        return base;
    }

    /** What the store may need to give the grant: its own promise, or for one that is polled one polling more. */
    Duration notice(Duration promise) {
        boolean pushes = client.locks().capabilities().has(Capability.PUSH_WAKE_UP);
        return pushes ? promise : promise.plusSeconds(1);
    }

    void release() {
        assertThat(client.release(StoreClient.ref(request, base))).isInstanceOf(ReleaseReply.Released.class);
    }
}
