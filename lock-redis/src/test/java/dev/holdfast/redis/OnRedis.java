package dev.holdfast.redis;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import dev.holdfast.testkit.LeakCheck;
import dev.holdfast.testkit.servers.RedisServer;
import dev.holdfast.testkit.servers.RespClient;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One server for the tests of a class, a namespace for each test, and what the test opened is closed after it, last first. */
abstract class OnRedis {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    static RedisServer server;

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    final String namespace = "ns" + ProcessHandle.current().pid() + "-" + NAMESPACES.incrementAndGet();

    RespClient raw;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void openRaw() {
        raw = closing(RespClient.to(server));
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    /** Closed after the test. */
    <T extends AutoCloseable> T closing(T resource) {
        opened.push(resource);
        return resource;
    }

    /** The server's URI with this test's namespace. */
    String uri() {
        return uri(server.uri());
    }

    String uri(String base) {
        return base + "?namespace=" + namespace;
    }

    Holdfast client() {
        return client(config -> config);
    }

    Holdfast client(UnaryOperator<HoldfastConfig> config) {
        return client(server.uri(), config);
    }

    Holdfast client(String base, UnaryOperator<HoldfastConfig> config) {
        return closing(Holdfast.open(uri(base), c -> config.apply(c.closeGrace(java.time.Duration.ofMillis(200)))));
    }

    Keys keys() {
        return new Keys(RedisConfig.DEFAULTS.namespace(namespace));
    }

    /** A key of a name, for raw commands. */
    String key(String name) {
        return namespace + ":{" + name + "}";
    }

    /** Client commands of one name at the server; scripts call none of EVALSHA, SUBSCRIBE, PING. */
    long calls(String command) {
        String row = raw.info("commandstats").getOrDefault("cmdstat_" + command, "calls=0,");
        return Long.parseLong(row.substring("calls=".length(), row.indexOf(',')));
    }

    long stat(String section, String name) {
        return Long.parseLong(raw.info(section).getOrDefault(name, "0"));
    }
}
