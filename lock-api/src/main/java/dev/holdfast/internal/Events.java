package dev.holdfast.internal;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.StoreEvents;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store's way back into the engine; connected before the store is opened. Thread-safe. */
final class Events implements StoreEvents {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");

    private volatile @Nullable Core core;

    void connect(Core engine) {
        core = engine;
    }

    @Override
    public void lost(String name, OwnerId owner, LossCause cause, String detail) {
        Core engine = core;
        if (engine != null) {
            engine.queues.lost(name, owner, cause, detail);
        }
    }

    @Override
    public void suspended(Object shard) {
        Core engine = core;
        if (engine != null) {
            engine.watchdog.suspend(shard);
        }
    }

    @Override
    public void warning(String text) {
        LOG.warn("{}", text);
    }
}
