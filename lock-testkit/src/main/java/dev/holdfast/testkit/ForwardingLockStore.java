package dev.holdfast.testkit;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReconcileReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.ResizeReply;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.Ticket;
import java.util.List;
import java.util.Set;

/** Passes every call on; the base of stores that count, fail or are broken on purpose. As thread-safe as its target. */
public class ForwardingLockStore implements LockStore {

    private final LockStore target;

    /** Passes on to the target. */
    public ForwardingLockStore(LockStore target) {
        this.target = target;
    }

    /** Where calls go. */
    protected final LockStore target() {
        return target;
    }

    @Override
    public Capabilities capabilities() {
        return target.capabilities();
    }

    @Override
    public AcquireReply tryAcquire(AcquireRequest request) {
        return target.tryAcquire(request);
    }

    @Override
    public Ticket enqueue(AcquireRequest request, Runnable wake) {
        return target.enqueue(request, wake);
    }

    @Override
    public List<RenewReply> renew(List<GrantRef> grants) {
        return target.renew(grants);
    }

    @Override
    public ReleaseReply release(GrantRef grant) {
        return target.release(grant);
    }

    /** In two steps through this object's own {@link #release} and {@link #enqueue}, so that overriding those is enough. */
    @Override
    public ReleaseAndEnqueue releaseAndEnqueue(GrantRef grant, AcquireRequest request, Runnable wake) {
        return LockStore.super.releaseAndEnqueue(grant, request, wake);
    }

    @Override
    public ResizeReply resize(GrantRef grant, Share to, long counter) {
        return target.resize(grant, to, counter);
    }

    @Override
    public Object shardOf(String name) {
        return target.shardOf(name);
    }

    @Override
    public ReconcileReply reconcile(long upTo, Set<OwnerId> live) {
        return target.reconcile(upTo, live);
    }
}
