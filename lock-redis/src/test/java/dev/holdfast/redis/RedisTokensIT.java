package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.Tokens;
import dev.holdfast.testkit.Stalls;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters that were moved far ahead, foreign holders and names that are cut: what raw Redis shows and what it is given. */
class RedisTokensIT extends OnRedis {

    @ParameterizedTest
    @ValueSource(longs = {100_000_000_000_001L, 1L << 50})
    void counterPresetHigh_everythingStillHolds(long preset) throws Exception {
        raw.command("HSET", key("n") + ":fence", "t", Long.toString(preset), "o", "x-1", "r", "1");
        Holdfast one = client(c -> c.localHandOff(0, Duration.ZERO));
        Holdfast two = client(c -> c.localHandOff(0, Duration.ZERO));
        long base = preset;
        for (int i = 0; i < 3; i++) {
            Lease held = one.lock("n", o -> o.lease(Duration.ofMillis(600))).acquire();
            assertThat(held.fencingToken().value()).isEqualTo(Tokens.token(++base, 0));
            assertThat(raw.text("HGET", key("n") + ":fence", "t")).isEqualTo(Long.toString(base));
            CompletableFuture<Lease> next = two.lock("n").acquireAsync();
            Stalls.await("queued", Duration.ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == 1);
            assertThat(two.inspector().find("n").map(HeldLock::token)).contains(held.fencingToken());
            TimeUnit.MILLISECONDS.sleep(700); // renewed meanwhile
            assertThat(held.isHeld()).isTrue();
            held.close();
            try (Lease other = next.get(5, TimeUnit.SECONDS)) {
                assertThat(other.fencingToken().value()).isEqualTo(Tokens.token(++base, 0));
            }
        }
    }

    @Test
    void counterAtItsEnd_refusesThisNameAlone() {
        raw.command("HSET", key("n") + ":fence", "t", Long.toString(Tokens.MAX_BASE));
        Holdfast client = client();
        assertThatThrownBy(() -> client.lock("n").tryAcquire())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("no token base left");
        assertThat(client.lock("m").tryAcquire()).isInstanceOf(Lease.class);
    }

    @Test
    void plainSetNxPx_ofAnotherClient_excludesOursAndIsExcluded() throws Exception {
        Holdfast client = client();
        assertThat(raw.command("SET", key("n"), "a-random-value", "NX", "PX", "1500"))
                .isEqualTo("OK");
        assertThat(client.lock("n").tryAcquire()).isNotInstanceOf(Lease.class);
        HeldLock seen = client.inspector().find("n").orElseThrow();
        assertThat(seen.owner()).isEqualTo("a-random-value");
        assertThat(seen.holder().note()).contains("foreign");
        Lease ours = client.lock("n").tryAcquire(Duration.ofSeconds(10)).orElseThrow();
        assertThat(raw.command("SET", key("n"), "again", "NX", "PX", "1500")).isNull();
        ours.close();
        assertThat(raw.command("SET", key("n"), "again", "NX", "PX", "1500")).isEqualTo("OK");
    }

    @Test
    void foreignHolder_thatLetsGoWithoutAWord_isFollowedWithinASecond() throws Exception {
        raw.command("SET", key("n"), "foreign", "NX", "PX", "60000");
        CompletableFuture<Lease> ours = client().lock("n").acquireAsync();
        Stalls.await("queued", Duration.ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == 1);
        raw.command("DEL", key("n"));
        Stalls stalls = Stalls.begin();
        ours.get(5, TimeUnit.SECONDS).close();
        assertThat(stalls.elapsed()).isLessThan(Duration.ofMillis(1_200));
    }

    @Test
    void foreignValue_emptyOrNoText_isHeldPolledSeldomAndTakenAway() throws Exception {
        Holdfast client = client();
        for (String value : new String[] {"''", "string.char(255, 254)"}) {
            raw.command("EVAL", "redis.call('SET', KEYS[1], " + value + ", 'PX', 60000)", "1", key("n"));
            assertThat(client.lock("n").tryAcquire()).isNotInstanceOf(Lease.class);
            long before = calls("evalsha");
            assertThat(client.lock("n").tryAcquire(Duration.ofSeconds(2))).isNotInstanceOf(Lease.class);
            assertThat(calls("evalsha") - before).as("polls in 2 s").isLessThan(10);
            HeldLock seen = client.inspector().find("n").orElseThrow();
            assertThat(seen.holder().describe()).startsWith("foreign (pid 0)");
            assertThat(client.inspector().forceRelease("n", "test")).isPresent();
            client.lock("n").tryAcquire().orElseThrow().close();
        }
    }

    @Test
    void fenceThatRanOut_whileHeld_makesNobodyForeign() throws Exception {
        Holdfast client = client();
        Lease held = client.lock("n", o -> o.lease(Duration.ofSeconds(30))).acquire();
        raw.command("DEL", key("n") + ":fence");
        HeldLock seen = client.inspector().find("n").orElseThrow();
        assertThat(seen.holder().note()).isEqualTo("its fence has run out");
        CompletableFuture<Lease> next = client().lock("n").acquireAsync();
        Stalls.await("queued", Duration.ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == 1);
        long before = calls("evalsha");
        TimeUnit.SECONDS.sleep(3);
        assertThat(calls("evalsha") - before)
                .as("no polls as before a foreign holder")
                .isZero();
        held.close();
        try (Lease other = next.get(5, TimeUnit.SECONDS)) {
            assertThat(other.fencingToken()).isGreaterThan(held.fencingToken());
        }
    }

    @Test
    void lockKeyTemplate_takesTheNameVerbatim() throws Exception {
        String template = "?namespace=" + namespace + "&lock-key=" + namespace + "-plain:{name}";
        Holdfast client = closing(Holdfast.open(server.uri() + template));
        Lease held = client.lock("orders/{1} é").acquire();
        assertThat(raw.text("GET", namespace + "-plain:orders/{1} é")).startsWith(client.clientId());
        assertThat(client.inspector().list("orders/", 10))
                .extracting(HeldLock::name)
                .containsExactly("orders/{1} é");
        raw.command("SET", namespace + "-plain:other", "foreign", "PX", "60000");
        assertThat(client.lock("other").tryAcquire()).isNotInstanceOf(Lease.class);
        assertThat(client.inspector().forceRelease("other", "test")).isPresent();
        client.lock("other").tryAcquire().orElseThrow().close();
        held.close();
    }

    @Test
    void everyKey_hasAnExpiry() throws Exception {
        Holdfast one = client();
        Lease unused = one.lock("n").acquire();
        CompletableFuture<Lease> next = client().lock("n").acquireAsync();
        Stalls.await("queued", Duration.ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == 1);
        assertThat(one.inspector().forceRelease("n", "stuck")).isPresent();
        next.get(5, TimeUnit.SECONDS);
        for (Object key : (java.util.List<?>) java.util.Objects.requireNonNull(raw.command("KEYS", namespace + "*"))) {
            assertThat(raw.number("PTTL", String.valueOf(key))).as("%s", key).isPositive();
        }
    }
}
