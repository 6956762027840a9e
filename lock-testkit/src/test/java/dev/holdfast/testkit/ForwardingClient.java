package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.Inspector;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.Capabilities;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A client that passes on; the base of clients that are broken on purpose. */
class ForwardingClient implements Holdfast {

    private final Holdfast target;

    ForwardingClient(Holdfast target) {
        this.target = target;
    }

    Holdfast target() {
        return target;
    }

    /** Changes each lock that is asked for. */
    DistributedLock changed(DistributedLock lock) {
        return lock;
    }

    @Override
    public DistributedLock lock(String name) {
        return lock(name, options -> options);
    }

    @Override
    public DistributedLock lock(String name, UnaryOperator<LeaseOptions> options) {
        return changed(target().lock(name, options));
    }

    @Override
    public Capabilities capabilities() {
        return target().capabilities();
    }

    @Override
    public Inspector inspector() {
        return target().inspector();
    }

    @Override
    public Duration ping() {
        return target().ping();
    }

    @Override
    public String clientId() {
        return target().clientId();
    }

    @Override
    public void close() {
        target().close();
    }
}
