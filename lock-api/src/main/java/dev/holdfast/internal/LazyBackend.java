package dev.holdfast.internal;

import dev.holdfast.spi.Backend;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A backend that is opened by its first use, once; a failed opening is tried again by the next use. Thread-safe. */
final class LazyBackend implements Supplier<Backend> {

    private final Supplier<Backend> opener;
    private final String description;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable Backend opened;

    LazyBackend(Supplier<Backend> opener, String description) {
        this.opener = opener;
        this.description = description;
    }

    @Override
    public Backend get() {
        Backend now = opened;
        return now != null ? now : open();
    }

    private Backend open() {
        opening.lock();
        try {
            Backend now = opened;
            if (now == null) {
                now = opener.get();
                opened = now;
            }
            return now;
        } finally {
            opening.unlock();
        }
    }

    String description() {
        Backend now = opened;
        return now == null ? description : now.description();
    }

    void close() {
        Backend now = opened;
        if (now != null) {
            now.close();
        }
    }
}
