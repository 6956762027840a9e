package dev.holdfast.redis;

import dev.holdfast.Holdfast;
import dev.holdfast.testkit.servers.FaultProxy;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestReporter;

/** The same with a proxy before the server. The seed is reported; {@code -Dholdfast.seed} repeats one. */
abstract class OnWire extends OnRedis {

    long seed;
    FaultProxy proxy;

    @BeforeEach
    void openProxy(TestReporter reporter) {
        seed = Long.getLong("holdfast.seed", System.nanoTime());
        reporter.publishEntry("holdfast.seed", Long.toString(seed));
        proxy = closing(FaultProxy.to(server, seed));
    }

    /** A client whose every byte goes through the proxy. */
    Holdfast far() {
        return client(proxy.uri(), c -> c);
    }

    /** All rounds with {@code -Dholdfast.long}, else a twentieth, at least 50. */
    static int rounds(int all) {
        return Boolean.getBoolean("holdfast.long") ? all : Math.max(50, all / 20);
    }

    /** Until no connection is faulty and the key is gone by itself. */
    boolean isFree(String name) {
        return raw.number("PTTL", key(name)) == -2;
    }

    static void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }
}
