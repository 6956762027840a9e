package dev.holdfast.redis;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.ReleaseResult;
import dev.holdfast.testkit.servers.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The main class of child JVMs: takes the lock through a proxy and changes a guarded counter at the server directly, again and
 * again until its standard input ends. Arguments: URI of the lock, host, port, counter key, lease in ms, log file.
 */
final class RedisWorker {

    /** One step at the resource: refused below the mark, else the count and the token go into its log. */
    private static final String EFFECT = "local mark = redis.call('GET', KEYS[1] .. ':fence')"
            + " if mark and mark > ARGV[1] then return 0 end"
            + " redis.call('SET', KEYS[1] .. ':fence', ARGV[1]) redis.call('SET', KEYS[1], ARGV[2])"
            + " redis.call('RPUSH', KEYS[1] .. ':effects', ARGV[1] .. ' ' .. ARGV[2]) return 1";

    private RedisWorker() {}

    public static void main(String[] args) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Thread ender = new Thread(() -> awaitEnd(stop));
        ender.setDaemon(true);
        ender.start();
        Duration lease = Duration.ofMillis(Long.parseLong(args[4]));
        int port = Integer.parseInt(args[2]);
        try (Holdfast holdfast = Holdfast.open(args[0], c -> c.closeGrace(Duration.ofMillis(100)));
                RedisFence fence = RedisFence.open(r -> r.host(args[1]).port(port));
                RespClient resource = RespClient.to(args[1], port, Duration.ofSeconds(30))) {
            DistributedLock lock = holdfast.lock("n", o -> o.lease(lease).lossPolicy(LossPolicy.REPORT));
            System.out.println("GO");
            while (!stop.get()) {
                log(Path.of(args[5]), handOff(lock, new Counter(fence, resource, args[3])));
            }
        }
    }

    private static void awaitEnd(AtomicBoolean stop) {
        try {
            while (System.in.read() >= 0) {
                // only the end matters
            }
        } catch (IOException alsoTheEnd) {
            // the parent is gone
        }
        stop.set(true);
    }

    private record Counter(RedisFence fence, RespClient resource, String key) {

        /** A guarded read-modify-write that enters before it reads. */
        boolean increment(Lease lease) throws InterruptedException {
            try {
                fence.enter(key, lease.fencingToken());
                long value = Long.parseLong(fence.get(key).orElse("0"));
                TimeUnit.MILLISECONDS.sleep(1); // wide enough for a stop to hit it: a late write must then be refused
                String token = lease.fencingToken().toString();
                return resource.number("EVAL", EFFECT, "1", key, token, Long.toString(value + 1)) == 1;
            } catch (FenceRejectedException late) {
                return false;
            }
        }
    }

    private static List<String> handOff(DistributedLock lock, Counter counter) throws InterruptedException {
        long started = System.nanoTime();
        try {
            Lease lease = lock.tryAcquire(Duration.ofSeconds(30)).orElseThrow();
            long granted = System.nanoTime();
            long left = lease.remaining().toNanos();
            boolean accepted = counter.increment(lease);
            long end = Math.min(System.nanoTime(), granted + left);
            ReleaseResult released = lease.release();
            return List.of(
                    "G",
                    Long.toString(lease.fencingToken().value()),
                    Long.toString(started),
                    Long.toString(granted),
                    Long.toString(end),
                    Boolean.toString(accepted),
                    released.name());
        } catch (HoldfastException refused) {
            TimeUnit.MILLISECONDS.sleep(5);
            return List.of("X", Long.toString(started), Long.toString(System.nanoTime()), refused.toString());
        }
    }

    private static void log(Path log, List<String> line) throws IOException {
        Files.writeString(log, String.join(" ", line) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
