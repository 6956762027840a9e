package dev.holdfast.redis;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.testkit.Stalls;
import dev.holdfast.testkit.servers.FaultProxy;
import dev.holdfast.testkit.servers.RespClient;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many held, many contended, many dead. */
class RedisManyIT extends OnRedis {

    @Test
    void twentyThousandHeld_costFewCallsThreadsAndBytes() throws Exception {
        int count = 20_000;
        try (FaultProxy proxy = FaultProxy.to(server, 1)) {
            Holdfast client = client(proxy.uri(), c -> c);
            client.lock("warm").acquire().close();
            String[] names = new String[count];
            for (int i = 0; i < count; i++) {
                names[i] = "name-" + i;
            }
            List<Lease> held = new ArrayList<>(count);
            long before = heap();
            for (String name : names) {
                held.add(client.lock(name).acquire());
            }
            long perLease = (heap() - before) / count;
            assertThat(perLease).as("heap for each lease").isLessThan(1024);
            proxy.resetCounts();
            long threads = threads();
            TimeUnit.SECONDS.sleep(21); // two renewals of each
            long calls = proxy.commands();
            assertThat(calls)
                    .as("of at most 200 leases each, at most 20 a second")
                    .isBetween(100L, 420L);
            assertThat(threads()).isEqualTo(threads).isLessThanOrEqualTo(4);
            assertThat(held).allMatch(Lease::isHeld);
            assertThat(raw.number("PTTL", key(names[0]))).isGreaterThan(15_000);
            held.forEach(Lease::close);
            client.close();
        }
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            ManagementFactory.getMemoryMXBean().gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("holdfast-"))
                .count();
    }

    @Test
    void p24_twoThousandContendedNames_areServedOverTwoConnectionsBeyondThePool() throws Exception {
        int names = 2_000;
        Holdfast holder = client();
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < names; i++) {
            held.add(holder.lock("n-" + i).acquire());
        }
        long before = stat("clients", "connected_clients");
        Holdfast waiter = client();
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 0; i < names; i++) {
            waiting.add(waiter.lock("n-" + i).acquireAsync());
        }
        Stalls.await("all queued", ofSeconds(20), () -> queued(names) == names);
        assertThat(stat("clients", "connected_clients") - before)
                .isLessThanOrEqualTo(RedisConfig.DEFAULTS.poolSize() + 2);
        held.forEach(Lease::close);
        CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        assertThat(stat("clients", "connected_clients") - before)
                .isLessThanOrEqualTo(RedisConfig.DEFAULTS.poolSize() + 2);
        waiting.forEach(lease -> lease.join().close());
    }

    private long queued(int names) {
        String script = "local n = 0 for i = 0, tonumber(ARGV[2]) - 1 do"
                + " n = n + redis.call('ZCARD', ARGV[1] .. ':{n-' .. i .. '}:queue') end return n";
        return raw.number("EVAL", script, "0", namespace, Integer.toString(names));
    }

    @Test
    void twoHundredDeadContenders_delayALivingOneByAtMostTenSeconds() throws Exception {
        Lease held = client().lock("n", o -> o.lease(ofSeconds(30))).acquire();
        for (int i = 0; i < 200; i++) {
            enqueueDead("dead" + i);
        }
        assertThat(raw.number("ZCARD", key("n") + ":queue")).isEqualTo(200);
        CompletableFuture<Lease> living =
                client().lock("n", o -> o.lease(ofSeconds(30))).acquireAsync();
        Stalls.await("queued behind them", ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == 201);
        held.close();
        Stalls stalls = Stalls.begin();
        living.get(20, TimeUnit.SECONDS).close();
        assertThat(stalls.elapsed()).isLessThan(ofSeconds(10));
    }

    /** A client that subscribes, queues and never answers; its lease is 3 s. */
    private void enqueueDead(String client) {
        RespClient subscriber = closing(RespClient.to(server));
        subscriber.command("SUBSCRIBE", namespace + ":wake:" + client);
        Script contend = Script.CONTEND;
        List<String> words = new ArrayList<>(
                List.of("EVAL", new String(contend.text(), java.nio.charset.StandardCharsets.UTF_8), "5"));
        for (byte[] key : keys().all("n", client + "-1")) {
            words.add(new String(key, java.nio.charset.StandardCharsets.UTF_8));
        }
        words.addAll(List.of("J", client + "-1", "3000", "0", namespace + ":wake:", "60000", "", "h", "1", "", ""));
        Object reply = raw.command(words.toArray(new String[0]));
        assertThat((List<?>) reply).first().isEqualTo("B");
    }

    @Test
    void holderThatDies_isFollowedWithinAHundredMillisecondsAfterItsLease() throws Exception {
        Duration lease = ofSeconds(2);
        Lease held = client().lock("n", o -> o.lease(lease).renewed(false)).acquire();
        CompletableFuture<Lease> next = client().lock("n").acquireAsync();
        Stalls.await("queued", ofSeconds(1), () -> raw.number("ZCARD", key("n") + ":queue") == 1);
        Stalls stalls = Stalls.begin();
        long left = raw.number("PTTL", key("n"));
        next.get(5, TimeUnit.SECONDS).close();
        assertThat(stalls.elapsed()).isLessThan(Duration.ofMillis(left + 100));
        assertThat(held.isHeld()).isFalse();
    }
}
