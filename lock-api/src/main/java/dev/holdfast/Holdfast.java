package dev.holdfast;

import dev.holdfast.internal.Opening;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Capabilities;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A client of one store. Open one per process and store, share it, close it at the end. Thread-safe.
 *
 * <pre>{@code
 * try (Holdfast holdfast = Holdfast.open("jdbc:sqlite:/var/lib/app/locks.db")) {
 *     try (Lease lease = holdfast.lock("orders/1001").acquire()) {
 *         orders.save(order, lease.fencingToken().value());
 *     }
 * }
 * }</pre>
 */
public interface Holdfast extends AutoCloseable {

    /**
     * Opens a client with the defaults: connects and probes the store, within 5 s.
     *
     * @param uri the store, for example {@code memory:} or {@code jdbc:sqlite:/path/to/file.db}
     * @throws dev.holdfast.lock.ConfigurationException when the scheme is unknown (the text lists those available), the
     *     URI is malformed, an option is unknown or a driver is missing
     * @throws dev.holdfast.lock.StoreUnavailableException when the store does not answer
     */
    static Holdfast open(String uri) {
        return open(uri, config -> config);
    }

    /**
     * Opens a client.
     *
     * @param config changes the defaults: {@code c -> c.application("billing").lease(o -> o.lease(ofSeconds(10)))}
     * @throws dev.holdfast.lock.ConfigurationException as {@link #open(String)}
     * @throws dev.holdfast.lock.UnsupportedByStoreException when a required capability is missing
     * @throws dev.holdfast.lock.StoreUnavailableException when the store does not answer
     */
    static Holdfast open(String uri, UnaryOperator<HoldfastConfig> config) {
        return Opening.open(uri, Objects.requireNonNull(config.apply(HoldfastConfig.DEFAULTS), "config"));
    }

    /**
     * Opens a client over a backend that the application makes itself: its own connections, or a store of its own.
     *
     * @param backend makes the backend from the client's context; the client closes it
     */
    static Holdfast over(Function<BackendContext, Backend> backend, UnaryOperator<HoldfastConfig> config) {
        return Opening.over(backend, Objects.requireNonNull(config.apply(HoldfastConfig.DEFAULTS), "config"));
    }

    /**
     * A lock with the client's lease options. No I/O.
     *
     * @param name 1..512 bytes of UTF-8
     * @throws dev.holdfast.lock.InvalidInputException for an illegal name
     */
    DistributedLock lock(String name);

    /**
     * A lock with options of its own. No I/O.
     *
     * @throws dev.holdfast.lock.InvalidInputException for an illegal name or option
     */
    DistributedLock lock(String name, UnaryOperator<LeaseOptions> options);

    /** What the store can do. */
    Capabilities capabilities();

    /**
     * The operator's view of the store.
     *
     * @throws dev.holdfast.lock.UnsupportedByStoreException when the store has none
     */
    Inspector inspector();

    /**
     * One round trip that proves that the store works.
     *
     * @return how long it took
     * @throws dev.holdfast.lock.StoreUnavailableException when it does not
     */
    Duration ping();

    /** This client's id, fresh per open: the first half of its owner ids, and part of its thread names. */
    String clientId();

    /**
     * Closes the client (L-13): refuses new work, wakes waiters with {@link dev.holdfast.lock.ClientClosedException},
     * tells holders ({@link dev.holdfast.lock.LossCause#CLOSED}) and goes on renewing their leases until they are released,
     * at most for the close grace; then lets what is left lapse, and logs it. Idempotent; a second caller waits for the first.
     * Not cut short by an interrupt, which stays set. Called from a listener it returns at once and closes in the background.
     */
    @Override
    void close();
}
