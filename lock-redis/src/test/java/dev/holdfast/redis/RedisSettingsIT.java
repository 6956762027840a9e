package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.StoreEvents;
import dev.holdfast.spi.Ticker;
import dev.holdfast.testkit.servers.RedisServer;
import dev.holdfast.testkit.servers.RespClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** How a node is set up: users, databases, and what endangers locks (P39). */
class RedisSettingsIT extends OnRedis {

    @Test
    void p39_userWithoutScripts_isRefusedWithTheCommand() {
        assertRefused("-eval -evalsha", "EVALSHA");
    }

    @Test
    void p39_userWithoutPublish_isRefusedWithTheCommand() {
        assertRefused("-publish", "PUBLISH");
    }

    @Test
    void p39_userWithoutSubscribe_isRefusedWithTheCommand() {
        assertRefused("-subscribe", "SUBSCRIBE");
    }

    @Test
    void p39_userWithoutOneCommandOfTheScripts_isRefusedWithTheCommand() {
        assertRefused("-zrange", "ZRANGE");
        assertRefused("-hset", "HSET");
    }

    private void assertRefused(String rules, String command) {
        raw.command(user("weak", ("+@all " + rules).split(" ")));
        String uri = "redis://weak:secret@" + server.host() + ":" + server.port() + "?namespace=" + namespace;
        assertThatThrownBy(() -> Holdfast.open(uri))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("refuses what the store needs")
                .hasMessageContaining("command=" + command)
                .hasMessageNotContaining("secret")
                .hasMessageNotContaining("weak");
        assertThat((List<?>) raw.command("KEYS", namespace + "*")).isEmpty();
        raw.command("ACL", "DELUSER", "weak");
    }

    private static String[] user(String name, String... rules) {
        String[] words = new String[7 + rules.length];
        System.arraycopy(new String[] {"ACL", "SETUSER", name, "on", ">secret", "~*", "&*"}, 0, words, 0, 7);
        System.arraycopy(rules, 0, words, 7, rules.length);
        return words;
    }

    @Test
    void smallestUser_ofTheDocumentation_isEnough() throws Exception {
        raw.command(
                "ACL",
                "SETUSER",
                "small",
                "on",
                ">p@ss/word",
                "resetkeys",
                "~" + namespace + ":*",
                "resetchannels",
                "&" + namespace + ":wake:*",
                "-@all",
                "+evalsha",
                "+eval",
                "+get",
                "+set",
                "+del",
                "+exists",
                "+pttl",
                "+pexpire",
                "+time",
                "+hset",
                "+hget",
                "+hmget",
                "+hdel",
                "+hvals",
                "+zadd",
                "+zrem",
                "+zrange",
                "+zrevrange",
                "+zscore",
                "+publish",
                "+subscribe",
                "+ping",
                "+scan");
        String uri = "redis://small:p%40ss%2Fword@" + server.host() + ":" + server.port() + "?namespace=" + namespace;
        try (Holdfast one = Holdfast.open(uri);
                Holdfast two = Holdfast.open(uri)) {
            Lease held = one.lock("n").acquire();
            var next = two.lock("n").acquireAsync();
            assertThat(one.inspector().list("", 10)).hasSize(1);
            held.close();
            next.get(5, java.util.concurrent.TimeUnit.SECONDS).close();
            assertThat(one.ping()).isPositive();
        } finally {
            raw.command("ACL", "DELUSER", "small");
        }
    }

    @Test
    void password_wrongOrMissing_isRefusedWithoutShowingIt() throws Exception {
        try (RedisServer locked = RedisServer.start("--requirepass", "geheim")) {
            String at = locked.host() + ":" + locked.port();
            assertThatThrownBy(() -> Holdfast.open("redis://" + at))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("NOAUTH");
            assertThatThrownBy(() -> Holdfast.open("redis://:falsch@" + at))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("WRONGPASS")
                    .hasMessageContaining("check user, password and database")
                    .hasMessageNotContaining("falsch");
            try (Holdfast open = Holdfast.open("redis://:geheim@" + at)) {
                open.lock("n").acquire().close();
            }
            try (Holdfast open = Holdfast.open("redis://" + at + "?password=geheim")) {
                open.lock("n").acquire().close();
            }
        }
    }

    @Test
    void database_isAWorldOfItsOwn() {
        try (Holdfast zero = Holdfast.open(server.uri() + "/0?namespace=" + namespace);
                Holdfast three = Holdfast.open(server.uri() + "/3?namespace=" + namespace)) {
            Lease held = zero.lock("n").tryAcquire().orElseThrow();
            three.lock("n").tryAcquire().orElseThrow().close();
            assertThat(zero.lock("n").tryAcquire()).isNotInstanceOf(Lease.class);
            held.close();
        }
        assertThatThrownBy(() -> Holdfast.open(server.uri() + "/9999"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("out of range");
    }

    @Test
    void namespace_isAWorldOfItsOwn() {
        Holdfast one = client();
        Holdfast other = closing(Holdfast.open(server.uri() + "?namespace=" + namespace + ":x"));
        Lease held = one.lock("n").tryAcquire().orElseThrow();
        other.lock("n").tryAcquire().orElseThrow().close();
        assertThat(one.inspector().list("", 10)).hasSize(1);
        assertThat(other.inspector().list("", 10)).isEmpty();
        held.close();
    }

    @Test
    void scriptFlush_inTheMiddle_isHealed() throws Exception {
        Holdfast client = client();
        Lease held = client.lock("n", o -> o.lease(Duration.ofSeconds(1))).acquire();
        raw.command("SCRIPT", "FLUSH");
        assertThat(client.lock("other").tryAcquire()).isInstanceOf(Lease.class);
        raw.command("SCRIPT", "FLUSH");
        Thread.sleep(1_500); // renewals go on
        assertThat(held.isHeld()).isTrue();
        raw.command("SCRIPT", "FLUSH");
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void p39_readOnlyReplica_isRefused() {
        try (RedisServer primary = RedisServer.startProcess();
                RedisServer replica = primary.startReplica()) {
            assertThatThrownBy(() -> Holdfast.open(replica.uri()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("READONLY")
                    .hasMessageContaining("connect to the primary");
            assertThat(warnings(primary)).anyMatch(text -> text.contains("min-replicas-to-write=0"));
        }
    }

    @Test
    void p39_evictingServer_isWarnedOf() {
        try (RedisServer small =
                RedisServer.start("--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru", "--appendonly", "yes")) {
            assertThat(warnings(small)).singleElement().asString().contains("may evict held locks", "allkeys-lru");
        }
        try (RedisServer large = RedisServer.start("--maxmemory-policy", "allkeys-lru", "--appendonly", "yes")) {
            assertThat(warnings(large)).as("no limit, no eviction").isEmpty();
        }
    }

    @Test
    void persistence_decidesWhatIsDeclaredAndWarnedOf() {
        assertThat(warnings(server)).singleElement().asString().contains("forgets held locks", "appendonly=no");
        assertThat(client().capabilities().has(Capability.DURABLE_GRANTS)).isFalse();
        try (RedisServer durable = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                Holdfast holdfast = Holdfast.open(durable.uri(), c -> c.require(Capability.DURABLE_GRANTS))) {
            assertThat(warnings(durable)).isEmpty();
            assertThat(holdfast.capabilities().has(Capability.DURABLE_GRANTS)).isTrue();
        }
        assertThatThrownBy(() -> client(c -> c.require(Capability.DURABLE_GRANTS)))
                .isInstanceOf(HoldfastException.class)
                .hasMessageContaining("DURABLE_GRANTS");
    }

    @Test
    void outOfMemory_refusesAcquiresAndStillReleases() throws Exception {
        try (RedisServer full = RedisServer.start("--maxmemory-policy", "noeviction");
                RespClient there = RespClient.to(full);
                Holdfast client = Holdfast.open(full.uri());
                Holdfast other = Holdfast.open(full.uri())) {
            Lease held = client.lock("n").acquire();
            there.command("CONFIG", "SET", "maxmemory", "1");
            assertThatThrownBy(() -> client.lock("m").tryAcquire())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("OOM");
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
            there.command("CONFIG", "SET", "maxmemory", "0");
            try (Lease next = other.lock("n").tryAcquire().orElseThrow()) {
                assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
            }
        }
    }

    @Test
    void wrongTypeInTheLockKey_isAClearErrorAndHarmsNobody() {
        raw.command("RPUSH", key("n"), "x");
        Holdfast client = client();
        assertThatThrownBy(() -> client.lock("n").tryAcquire())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("WRONGTYPE");
        Acquisition other = client.lock("m").tryAcquire();
        assertThat(other).isInstanceOf(Lease.class);
        assertThat(client.inspector().list("", 10)).hasSize(1);
        assertThat(client.inspector().find("n")).isEmpty();
    }

    @Test
    void serverGone_isSaidAtOnceAndComesBack() throws Exception {
        try (RedisServer own = RedisServer.startProcess();
                Holdfast client = Holdfast.open(own.uri())) {
            client.lock("n").acquire().close();
            own.kill();
            assertThatThrownBy(() -> client.lock("n").tryAcquire())
                    .isInstanceOfAny(StoreUnavailableException.class, dev.holdfast.lock.IndeterminateException.class);
            assertThatThrownBy(() -> client.lock("n").tryAcquire())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("cannot connect to Redis")
                    .hasMessageContaining("is the server running?");
            assertThatThrownBy(() -> Holdfast.open(own.uri())).isInstanceOf(StoreUnavailableException.class);
            own.restart();
            client.lock("n").tryAcquire(Duration.ofSeconds(5)).orElseThrow().close();
        }
    }

    private List<String> warnings(RedisServer at) {
        List<String> texts = new CopyOnWriteArrayList<>();
        StoreEvents events = new StoreEvents() {
            @Override
            public void lost(String name, OwnerId owner, dev.holdfast.lock.LossCause cause, String detail) {}

            @Override
            public void suspended(Object shard) {}

            @Override
            public void warning(String text) {
                texts.add(text);
            }
        };
        Scheduler none = new Scheduler() {
            @Override
            public Scheduled schedule(Runnable task, Duration delay) {
                return () -> {};
            }

            @Override
            public void execute(Runnable task) {}
        };
        RedisConfig config =
                RedisConfig.DEFAULTS.host(at.host()).port(at.port()).namespace(namespace);
        Backend backend = RedisProvider.open(config, new BackendContext("probe", Ticker.system(), none, events));
        backend.close();
        return texts;
    }
}
