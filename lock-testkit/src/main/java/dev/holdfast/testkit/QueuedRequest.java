package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A contender driven by hand. Used by one thread; wakes may come from any. */
final class QueuedRequest {

    final StoreClient client;
    final AcquireRequest request;
    Ticket ticket;

    private final AtomicInteger wakes = new AtomicInteger();
    private long base;

    private QueuedRequest(StoreClient client, AcquireRequest request) {
        this.client = client;
        this.request = request;
        this.ticket = client.locks().enqueue(request, wakes::incrementAndGet);
        if (ticket.reply() instanceof AcquireReply.Granted granted) {
            base = granted.base();
        }
    }

    static QueuedRequest join(StoreClient client, String name, Duration lease) {
        return new QueuedRequest(client, client.request(name, lease));
    }

    /** The same enqueue once more, as after a lost reply. */
    void resend() {
        ticket = client.locks().enqueue(request, wakes::incrementAndGet);
    }

    /** Polls only if the store said that a poll is worth a call, or if the store never says so. */
    boolean isGrantedWhenWoken() {
        boolean pushes = client.locks().capabilities().has(Capability.PUSH_WAKE_UP);
        return (!pushes || wakes.get() > 0) && isGrantedByPoll();
    }

    boolean isGrantedByPoll() {
        if (ticket.poll(StoreClient.ANSWER) instanceof AcquireReply.Granted granted) {
            base = granted.base();
            return true;
        }
        return false;
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
