package dev.holdfast.testkit;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The memory store, in real or virtual time, whole or broken. */
public final class MemoryFixture implements StoreFixture {

    private final @Nullable VirtualTime time;
    private final MemoryStore store;
    private final UnaryOperator<Backend> wrap;

    private MemoryFixture(@Nullable VirtualTime time, UnaryOperator<Backend> wrap) {
        this.time = time;
        this.store = MemoryStore.create(time == null ? Ticker.system() : time);
        this.wrap = wrap;
    }

    public static MemoryFixture inRealTime() {
        return new MemoryFixture(null, backend -> backend);
    }

    public static MemoryFixture inVirtualTime() {
        return broken(backend -> backend);
    }

    public static MemoryFixture broken(UnaryOperator<Backend> wrap) {
        return new MemoryFixture(new VirtualTime(), wrap);
    }

    public static MemoryFixture wrapped(UnaryOperator<LockStore> wrap) {
        return new MemoryFixture(null, backend -> new ForwardingBackend(backend, wrap));
    }

    @Override
    public Backend connect(BackendContext context) {
        return wrap.apply(store.connect(context));
    }

    @Override
    public Optional<VirtualTime> virtualTime() {
        return Optional.ofNullable(time);
    }

    @Override
    public Optional<RawView> raw() {
        return time == null ? Optional.empty() : Optional.of(new Raw());
    }

    @Override
    public void close() {}

    private final class Raw implements RawView {
        @Override
        public void delete(String name) {
            org.junit.jupiter.api.Assumptions.abort("nothing of the memory store can be deleted past it");
        }

        @Override
        public int residue() {
            return store.residue();
        }

        @Override
        public Duration retention() {
            return Duration.ofSeconds(60);
        }
    }
}
