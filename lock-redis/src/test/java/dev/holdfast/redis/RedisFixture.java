package dev.holdfast.redis;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.testkit.StoreFixture;
import dev.holdfast.testkit.servers.RedisServer;
import dev.holdfast.testkit.servers.RespClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A namespace of its own on a server that several tests share. */
final class RedisFixture implements StoreFixture {

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Duration RETENTION = Duration.ofMinutes(1);

    private final RedisServer server;
    private final String namespace = "t" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();

    private final ScriptDriver.ScriptTexts texts;

    RedisFixture(RedisServer server) {
        this(server, ScriptMutant::text);
    }

    /** With scripts that have a mistake. */
    RedisFixture(RedisServer server, ScriptDriver.ScriptTexts texts) {
        this.server = server;
        this.texts = texts;
    }

    @Override
    public Backend connect(BackendContext context) {
        RedisConfig config =
                RedisUri.parse(StoreUri.parse(server.uri() + "?retention=" + RETENTION + "&namespace=" + namespace));
        RedisBackend.Nodes nodes = RedisBackend.Nodes.of(config);
        return RedisBackend.open(
                config,
                context,
                new RedisBackend.Nodes(
                        new MutatedNode(nodes.commands(), texts), new MutatedNode(nodes.renewals(), texts)));
    }

    @Override
    public Optional<RawView> raw() {
        return Optional.of(new Raw());
    }

    @Override
    public void close() {}

    private final class Raw implements RawView {

        @Override
        public void delete(String name) {
            try (RespClient raw = RespClient.to(server)) {
                String key = new String(
                        new Keys(RedisConfig.DEFAULTS.namespace(namespace)).lock(name),
                        java.nio.charset.StandardCharsets.UTF_8);
                assertDeleted(raw.number("DEL", key), key);
            }
        }

        private void assertDeleted(long count, String key) {
            if (count != 1) {
                throw new IllegalStateException("there is no such key: " + key);
            }
        }

        /** Keys that will not be gone when retention has passed: it is too long to be waited for. */
        @Override
        public int residue() {
            String script =
                    "local n = 0 for _, k in ipairs(redis.call('KEYS', ARGV[1])) do local t = redis.call('PTTL', k)"
                            + " if t == -1 or t > tonumber(ARGV[2]) then n = n + 1 end end return n";
            String most = Long.toString(RETENTION.plusSeconds(5).toMillis());
            try (RespClient raw = RespClient.to(server)) {
                return (int) raw.number("EVAL", script, "0", namespace + ":*", most);
            }
        }

        @Override
        public Duration retention() {
            return Duration.ZERO;
        }
    }
}
