package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.StoreEvents;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.spi.Ticker;
import dev.holdfast.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A client that talks to the store itself. */
final class TestClient implements AutoCloseable, StoreEvents {

    static final Duration WITHIN = Duration.ofSeconds(5);

    final SqliteBackend backend;
    final String id;

    private final AtomicLong sequence = new AtomicLong();

    TestClient(String id, Path file, String options, StoreClock clock, Scheduler scheduler) {
        this.id = id;
        String uri = "jdbc:sqlite:" + file + options;
        this.backend = SqliteDatabase.open(
                StoreUri.parse(uri), file.toString(), new BackendContext(id, clock.ticker(), scheduler, this), clock);
    }

    /** In virtual time, on the clock of some boot. */
    static TestClient at(String id, Path file, VirtualTime time, long boot) {
        return new TestClient(id, file, "", new StoreClock(time, boot), time);
    }

    /** In real time, with a scheduler that runs nothing. */
    static TestClient real(String id, Path file, String options) {
        return new TestClient(id, file, options, StoreClock.of(Ticker.system()), new NoScheduler());
    }

    SqliteLockStore locks() {
        return backend.locks();
    }

    AcquireRequest request(String name, Duration lease) {
        return request(name, lease, 0);
    }

    AcquireRequest request(String name, Duration lease, long tokenFloor) {
        return new AcquireRequest(
                name,
                new OwnerId(id, sequence.incrementAndGet()),
                Share.MUTEX,
                new AcquireRequest.Terms(lease, tokenFloor, WITHIN, new HolderDetails("host", 1, "test", "")));
    }

    AcquireReply tries(String name, Duration lease) {
        return locks().tryAcquire(request(name, lease));
    }

    boolean gets(String name, Duration lease) {
        return tries(name, lease) instanceof AcquireReply.Granted;
    }

    GrantRef granted(String name, Duration lease) {
        return granted(request(name, lease));
    }

    GrantRef granted(AcquireRequest request) {
        AcquireReply reply = locks().tryAcquire(request);
        assertThat(reply).isInstanceOf(AcquireReply.Granted.class);
        return new GrantRef(
                request.name(),
                request.owner(),
                ((AcquireReply.Granted) reply).base(),
                request.terms().lease());
    }

    RenewReply renew(GrantRef grant) {
        return locks().renew(List.of(grant)).get(0);
    }

    @Override
    public void lost(String name, OwnerId owner, LossCause cause, String detail) {}

    @Override
    public void suspended(Object shard) {}

    @Override
    public void warning(String text) {}

    @Override
    public void close() {
        backend.close();
    }

    private static final class NoScheduler implements Scheduler {
        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            return () -> {};
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }
}
