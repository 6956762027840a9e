package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.StoreEvents;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A client that talks to the SPI itself, one command at a time, and does nothing on its own account. */
final class StoreClient implements StoreEvents, AutoCloseable {

    static final Duration ANSWER = Duration.ofSeconds(5);

    final String id;
    final List<Loss> losses = new CopyOnWriteArrayList<>();

    private final Backend backend;
    private final Ticker ticker;
    private final AtomicLong sequence = new AtomicLong();

    record Loss(String name, OwnerId owner, LossCause cause, String detail) {}

    StoreClient(String id, StoreFixture fixture, Ticker ticker, Scheduler scheduler) {
        this.id = id;
        this.ticker = ticker;
        this.backend = fixture.connect(new BackendContext(id, ticker, scheduler, this));
    }

    Backend backend() {
        return backend;
    }

    /** The time it lives in, in nanoseconds. */
    long now() {
        return ticker.nanos();
    }

    LockStore locks() {
        return backend.locks();
    }

    long lastSequence() {
        return sequence.get();
    }

    /** A request under a new owner id. */
    AcquireRequest request(String name, Duration lease) {
        return request(name, lease, 0);
    }

    AcquireRequest request(String name, Duration lease, long tokenFloor) {
        return new AcquireRequest(
                name,
                new OwnerId(id, sequence.incrementAndGet()),
                Share.MUTEX,
                new AcquireRequest.Terms(lease, tokenFloor, ANSWER, new HolderDetails("host-" + id, 7, "tck", "")));
    }

    /** One attempt that must succeed. */
    GrantRef granted(String name, Duration lease) {
        return granted(request(name, lease));
    }

    GrantRef granted(AcquireRequest request) {
        return ref(request, base(locks().tryAcquire(request)));
    }

    /** Whether an attempt under a new owner succeeds; what it gets stays. */
    boolean gets(String name, Duration lease) {
        return locks().tryAcquire(request(name, lease)) instanceof AcquireReply.Granted;
    }

    /** Whether the name is free; leaves it as it was. */
    boolean findsFree(String name) {
        AcquireRequest request = request(name, Duration.ofSeconds(5));
        if (locks().tryAcquire(request) instanceof AcquireReply.Granted granted) {
            ReleaseReply unused = locks().release(ref(request, granted.base()));
            return true;
        }
        return false;
    }

    RenewReply renew(GrantRef grant) {
        List<RenewReply> replies = locks().renew(List.of(grant));
        assertThat(replies).hasSize(1);
        return replies.get(0);
    }

    ReleaseReply release(GrantRef grant) {
        return locks().release(grant);
    }

    static GrantRef ref(AcquireRequest request, long base) {
        return new GrantRef(
                request.name(), request.owner(), base, request.terms().lease());
    }

    static long base(AcquireReply reply) {
        assertThat(reply).isInstanceOf(AcquireReply.Granted.class);
        return ((AcquireReply.Granted) reply).base();
    }

    @Override
    public void lost(String name, OwnerId owner, LossCause cause, String detail) {
        losses.add(new Loss(name, owner, cause, detail));
    }

    @Override
    public void suspended(Object shard) {}

    @Override
    public void warning(String text) {}

    @Override
    public void close() {
        backend.close();
    }
}
