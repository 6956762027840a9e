package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.Stalls;
import dev.holdfast.testkit.servers.ChildJvms;
import dev.holdfast.testkit.servers.FaultProxy;
import dev.holdfast.testkit.servers.RedisServer;
import dev.holdfast.testkit.servers.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hand-offs between four processes of which one after the other is killed, stopped, cut off, answered late, not answered or heard
 * twice, 40 faults and 500 hand-offs at least; judged at a guarded counter, by the logs of all and by what is left in Redis. With {@code -Dholdfast.long} 500 and 10,000; {@code -Dholdfast.seed} repeats the faults of a run.
 */
class RedisCampaignIT {

    private static final int WORKERS = 4;
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final String NAMESPACE = "campaign";
    private static final String COUNTER = "stock";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Map<Fault, Integer> faults = new TreeMap<>();
    private RedisServer server;
    private RespClient raw;
    private int logs;

    private enum Fault {
        KILL,
        STOP,
        CUT,
        HOLD_REPLIES,
        BLACK_HOLE,
        LOSE_REPLIES,
        DUPLICATE
    }

    /** One hold of the lock, times of the one clock that all JVMs of a machine share. */
    private record Hold(long token, long started, long granted, long end, boolean accepted) {}

    /** One place at the table: a process and the proxy before it. */
    private static final class Seat {
        final FaultProxy proxy;
        ChildJvms.Child worker;

        Seat(FaultProxy proxy, ChildJvms.Child worker) {
            this.proxy = proxy;
            this.worker = worker;
        }
    }

    @BeforeEach
    void start() {
        server = RedisServer.start();
        raw = RespClient.to(server);
    }

    @AfterEach
    void stop() {
        raw.close();
        server.close();
    }

    @Test
    void handOffs_underFaults_neverOverlapAndLeaveNothing(TestReporter reporter) throws Exception {
        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        reporter.publishEntry("holdfast.seed", Long.toString(seed));
        long began = System.nanoTime();
        boolean all = Boolean.getBoolean("holdfast.long");
        int handOffs = all ? 10_000 : 500;
        int least = all ? 500 : 40;
        Random random = new Random(seed);
        List<Seat> seats = new ArrayList<>();
        try (ChildJvms children = new ChildJvms(folder, RedisWorker.class)) {
            for (int i = 0; i < WORKERS; i++) {
                FaultProxy proxy = FaultProxy.to(server, seed + i);
                seats.add(new Seat(proxy, worker(children, proxy)));
            }
            for (int strikes = 0; effects() < handOffs || strikes < least; strikes++) {
                TimeUnit.MILLISECONDS.sleep(30 + random.nextInt(250));
                strike(children, seats.get(random.nextInt(WORKERS)), random);
            }
            liveliness();
            for (Seat seat : seats) {
                assertThat(seat.worker.finish()).as("seed %s", seed).isZero();
            }
        } finally {
            seats.forEach(seat -> seat.proxy.close());
        }
        residue();
        judge("seed " + seed, Duration.ofNanos(System.nanoTime() - began), reporter);
    }

    private ChildJvms.Child worker(ChildJvms children, FaultProxy proxy) throws IOException {
        ChildJvms.Child worker = children.start(
                proxy.uri() + "?namespace=" + NAMESPACE,
                server.host(),
                Integer.toString(server.port()),
                COUNTER,
                Long.toString(LEASE.toMillis()),
                folder.resolve("log-" + logs++).toString());
        assertThat(worker.line()).isEqualTo("GO");
        return worker;
    }

    private void strike(ChildJvms children, Seat seat, Random random) throws Exception {
        Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
        faults.merge(fault, 1, Integer::sum);
        int some = random.nextInt((int) (1.6 * LEASE.toMillis()));
        switch (fault) {
            case KILL -> {
                seat.worker.kill();
                seat.worker = worker(children, seat.proxy);
            }
            case STOP -> {
                seat.worker.signal("STOP");
                TimeUnit.MILLISECONDS.sleep(some);
                seat.worker.signal("CONT");
            }
            case CUT -> {
                seat.proxy.refuse(true);
                seat.proxy.cut();
                TimeUnit.MILLISECONDS.sleep(some / 2);
            }
            case HOLD_REPLIES -> {
                seat.proxy.holdReplies(true);
                TimeUnit.MILLISECONDS.sleep(some);
            }
            case BLACK_HOLE -> {
                seat.proxy.blackHole(true);
                TimeUnit.MILLISECONDS.sleep(some);
            }
            case LOSE_REPLIES -> {
                seat.proxy.only("EVALSHA");
                seat.proxy.loseReplies(1 + random.nextInt(4));
                TimeUnit.MILLISECONDS.sleep(some / 4);
            }
            case DUPLICATE -> {
                seat.proxy.duplicateRequests(0.5);
                TimeUnit.MILLISECONDS.sleep(some / 2);
            }
        }
        seat.proxy.heal();
    }

    private long effects() {
        return raw.number("LLEN", COUNTER + ":effects");
    }

    /** L1: once all is healed, the lock goes round again. */
    private void liveliness() {
        long before = effects();
        Duration bound =
                LEASE.plus(Duration.ofSeconds(2)).plus(Duration.ofSeconds(1)).plus(Duration.ofSeconds(1));
        Stalls.await("granted after the last fault", bound, () -> effects() > before);
    }

    /** No ghost lock outlives a lease, and what is left besides has an expiry. */
    private void residue() {
        Stalls.await("the lock is free", LEASE, () -> raw.number("EXISTS", NAMESPACE + ":{n}") == 0);
        assertThat((List<?>) raw.command("PUBSUB", "CHANNELS", NAMESPACE + "*")).isEmpty();
        assertThat(raw.number("ZCARD", NAMESPACE + ":{n}:queue"))
                .as("dead entries")
                .isLessThanOrEqualTo(faults.getOrDefault(Fault.KILL, 0));
        Object keys = raw.command("KEYS", NAMESPACE + ":*");
        for (Object key : keys instanceof List<?> list ? list : List.of()) {
            assertThat(raw.number("PTTL", String.valueOf(key))).as("%s", key).isPositive();
        }
    }

    private void judge(String seed, Duration took, TestReporter reporter) throws IOException {
        List<Hold> holds = holds();
        String about = seed + ", " + holds.size() + " holds, faults " + faults;
        List<String> effects = new ArrayList<>();
        if (raw.command("LRANGE", COUNTER + ":effects", "0", "-1") instanceof List<?> lines) {
            lines.forEach(line -> effects.add(String.valueOf(line)));
        }
        String last = "";
        for (int i = 0; i < effects.size(); i++) {
            String[] effect = effects.get(i).split(" ", 2);
            assertThat(effect[0]).as("tokens rise: %s", about).isGreaterThan(last);
            assertThat(effect[1]).as("no update lost: %s", about).isEqualTo(Integer.toString(i + 1));
            last = effect[0];
        }
        assertNoOverlap(holds, about);
        assertTokensRise(holds, about);
        long refused = holds.stream().filter(hold -> !hold.accepted).count();
        String summary = about + ", late writes refused " + refused + ", seconds " + took.toSeconds();
        reporter.publishEntry("campaign", summary);
        System.out.println("campaign on Redis: " + summary);
    }

    /** S4: the times in which two holders were surely right do not overlap. */
    private static void assertNoOverlap(List<Hold> holds, String about) {
        List<Hold> byTime = holds.stream()
                .filter(hold -> hold.end > hold.granted)
                .sorted(Comparator.comparingLong(Hold::granted))
                .toList();
        for (int i = 1; i < byTime.size(); i++) {
            assertThat(byTime.get(i).granted)
                    .as("%s overlaps %s, %s", byTime.get(i), byTime.get(i - 1), about)
                    .isGreaterThanOrEqualTo(byTime.get(i - 1).end);
        }
    }

    /** S2, S3: whoever asked after another had got it has the higher token. */
    private static void assertTokensRise(List<Hold> holds, String about) {
        assertThat(holds.stream().map(Hold::token)).as(about).doesNotHaveDuplicates();
        List<Hold> byEnd =
                holds.stream().sorted(Comparator.comparingLong(Hold::granted)).toList();
        List<Hold> byStart =
                holds.stream().sorted(Comparator.comparingLong(Hold::started)).toList();
        long highest = 0;
        int ended = 0;
        for (Hold hold : byStart) {
            while (ended < byEnd.size() && byEnd.get(ended).granted < hold.started) {
                highest = Math.max(highest, byEnd.get(ended++).token);
            }
            assertThat(hold.token).as("%s, %s", hold, about).isGreaterThan(highest);
        }
    }

    private List<Hold> holds() throws IOException {
        List<Hold> holds = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path log : files.filter(file -> file.getFileName().toString().startsWith("log-"))
                    .toList()) {
                for (String line : Files.readAllLines(log)) {
                    String[] f = line.split(" ", -1);
                    if (f[0].equals("G") && f.length == 7) { // a killed process may leave half a line
                        holds.add(new Hold(at(f[1]), at(f[2]), at(f[3]), at(f[4]), Boolean.parseBoolean(f[5])));
                    }
                }
            }
        }
        return holds;
    }

    private static long at(String text) {
        return Long.parseLong(text);
    }
}
