package dev.holdfast.jdbc.sqlite;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.Share;
import dev.holdfast.spi.StoreEvents;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.spi.Ticker;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Prints the figures of docs/backends/sqlite.md. {@code pairs|api|contend <file> <threads> <seconds>}. Not a test. */
final class SqliteFigures {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final LongAdder CPU = new LongAdder();

    private SqliteFigures() {}

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[2]);
        int seconds = Integer.parseInt(args[3]);
        String uri = "jdbc:sqlite:" + args[1];
        switch (args[0]) {
            case "pairs" -> pairs(uri, args[1], threads, seconds);
            case "api" -> api(uri, threads, seconds, "name-%d");
            case "contend" -> api(uri, threads, seconds, "one");
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void pairs(String uri, String file, int threads, int seconds) throws Exception {
        Ticker ticker = Ticker.system();
        try (SqliteBackend backend = SqliteDatabase.open(
                StoreUri.parse(uri),
                file,
                new BackendContext("figures", ticker, new Now(), new Silent()),
                StoreClock.of(ticker))) {
            AtomicLong sequence = new AtomicLong();
            HolderDetails details = new HolderDetails("host.example", 4711, "figures", "");
            run("SPI pairs", threads, seconds, number -> {
                String name = "name-" + number;
                return () -> {
                    OwnerId owner = new OwnerId("figures", sequence.incrementAndGet());
                    AcquireReply reply = backend.locks()
                            .tryAcquire(new AcquireRequest(
                                    name,
                                    owner,
                                    Share.MUTEX,
                                    new AcquireRequest.Terms(LEASE, 0, Duration.ofSeconds(2), details)));
                    long base = ((AcquireReply.Granted) reply).base();
                    ReleaseReply released = backend.locks().release(new GrantRef(name, owner, base, LEASE));
                    return released instanceof ReleaseReply.Released;
                };
            });
        }
    }

    private static void api(String uri, int threads, int seconds, String name) throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri)) {
            run("API " + name, threads, seconds, number -> {
                var lock = holdfast.lock(String.format(name, number));
                return () -> {
                    try (Lease lease = lock.acquire()) {
                        return lease.isHeld();
                    }
                };
            });
        }
    }

    private interface Body {
        Callable<Boolean> of(int number);
    }

    private static void run(String what, int threads, int seconds, Body body) throws Exception {
        for (int round = 0; round < 3; round++) {
            CPU.reset();
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            long started = System.nanoTime();
            long end = started + Duration.ofSeconds(seconds).toNanos();
            List<Future<long[]>> results = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                Callable<Boolean> one = body.of(t);
                results.add(pool.submit(() -> measure(one, end)));
            }
            long[] all = {};
            long least = Long.MAX_VALUE;
            long most = 0;
            for (Future<long[]> result : results) {
                long[] some = result.get();
                least = Math.min(least, some.length);
                most = Math.max(most, some.length);
                int from = all.length;
                all = Arrays.copyOf(all, from + some.length);
                System.arraycopy(some, 0, all, from, some.length);
            }
            pool.shutdown();
            Arrays.sort(all);
            double took = (System.nanoTime() - started) / 1e9;
            System.out.printf(
                    "%s threads=%d: %.0f/s, cpu %.1f us each, p50 %.1f us, p99 %.1f us, max %.1f ms, least/most %d/%d%n",
                    what,
                    threads,
                    all.length / took,
                    CPU.sum() / 1e3 / all.length,
                    all[all.length / 2] / 1e3,
                    all[all.length * 99 / 100] / 1e3,
                    all[all.length - 1] / 1e6,
                    least,
                    most);
        }
    }

    private static long[] measure(Callable<Boolean> one, long end) throws Exception {
        long[] times = new long[1 << 16];
        int count = 0;
        long before = System.nanoTime();
        while (before < end) {
            if (!one.call()) {
                throw new IllegalStateException("not held");
            }
            long after = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = after - before;
            before = after;
        }
        CPU.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        return Arrays.copyOf(times, count);
    }

    private static final class Now implements Scheduler {
        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            return () -> {};
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    private static final class Silent implements StoreEvents {
        @Override
        public void lost(String name, OwnerId owner, LossCause cause, String detail) {}

        @Override
        public void suspended(Object shard) {}

        @Override
        public void warning(String text) {}
    }
}
