package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.Lease;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.Faults;
import dev.holdfast.testkit.Faults.Fault;
import dev.holdfast.testkit.FaultyLockStore;
import dev.holdfast.testkit.ForwardingBackend;
import dev.holdfast.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** One random schedule. One thread. */
final class RandomRun {

    private static final int CLIENTS = 3;
    private static final int STEPS = 250;
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final List<Fault> ANY_FAULT = List.of(Fault.values());
    private static final List<String> NAMES = List.of("a", "b");

    private final UnaryOperator<LockStore> wrap;
    private final Random random;
    private final VirtualTime time;
    private final MemoryStore store;
    private final List<Holdfast> clients = new ArrayList<>();
    private final List<Faults> faults = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();
    private final List<CompletableFuture<?>> pending = new ArrayList<>();
    private final List<String> tokensNotRising = new ArrayList<>();
    private final Map<String, Long> highest = new HashMap<>();

    RandomRun(long seed, UnaryOperator<LockStore> wrap) {
        this.wrap = wrap;
        random = new Random(seed);
        time = new VirtualTime(seed);
        store = MemoryStore.create(time);
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(client(seed + i));
        }
    }

    private Holdfast client(long seed) {
        Faults line = new Faults();
        faults.add(line);
        return Holdfast.over(
                context -> new ForwardingBackend(
                        store.connect(context), target -> new FaultyLockStore(wrap.apply(target), line)),
                c -> c.ticker(time)
                        .scheduler(time)
                        .callbackExecutor(time::execute)
                        .closeGrace(Duration.ZERO)
                        .lease(o -> o.lease(LEASE))
                        .seed(seed));
    }

    void run() {
        for (int step = 0; step < STEPS; step++) {
            step();
            assertThat(tokensNotRising).as("tokens that did not rise").isEmpty();
            for (String name : NAMES) {
                assertThat(leases.stream().filter(l -> l.name().equals(name) && l.isHeld()))
                        .as("held at once in step %s", step)
                        .hasSizeLessThanOrEqualTo(1);
            }
        }
        finish();
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> acquire();
            case 3, 4, 5 -> release();
            case 6 -> breakOrHeal();
            case 7 -> cancel();
            case 8 -> jump();
            default -> time.advance(Duration.ofMillis(random.nextInt(1500)));
        }
    }

    private void acquire() {
        var lock = clients.get(random.nextInt(CLIENTS)).lock(NAMES.get(random.nextInt(NAMES.size())));
        if (random.nextBoolean()) {
            CompletableFuture<Lease> future = lock.acquireAsync();
            pending.add(future);
            var unused = future.thenAccept(this::granted);
        } else {
            CompletableFuture<Acquisition> future = lock.tryAcquireAsync(Duration.ofMillis(random.nextInt(3000)));
            pending.add(future);
            var unused = future.thenAccept(got -> {
                if (got instanceof Lease lease) {
                    granted(lease);
                }
            });
        }
    }

    private void granted(Lease lease) {
        leases.add(lease);
        if (lease.isHeld()) {
            long token = lease.fencingToken().value();
            if (token <= highest.getOrDefault(lease.name(), 0L)) {
                tokensNotRising.add(lease.toString());
            }
            highest.put(lease.name(), token);
        }
    }

    private void release() {
        if (!leases.isEmpty()) {
            var unused = leases.remove(random.nextInt(leases.size())).release();
        }
    }

    private void breakOrHeal() {
        Faults line = faults.get(random.nextInt(CLIENTS));
        Fault fault = random.nextBoolean() ? ANY_FAULT.get(random.nextInt(ANY_FAULT.size())) : Fault.NONE;
        switch (random.nextInt(6)) {
            case 0 -> line.acquire(fault);
            case 1 -> line.poll(fault);
            case 2 -> line.renew(fault);
            case 3 -> line.release(fault);
            case 4 -> line.reconcile(fault);
            default -> line.all(fault);
        }
    }

    private void cancel() {
        if (!pending.isEmpty()) {
            var unused = pending.remove(random.nextInt(pending.size())).cancel(true);
        }
    }

    private void jump() {
        switch (random.nextInt(4)) {
            case 0 -> time.jumpWall(Duration.ofMillis(random.nextInt(3000)));
            case 1 -> time.freeze(Duration.ofMillis(random.nextInt(4000)));
            default -> time.runDue();
        }
    }

    private void finish() {
        faults.forEach(line -> line.all(Fault.NONE));
        pending.forEach(future -> future.cancel(true));
        time.advance(LEASE.multipliedBy(3));
        leases.forEach(lease -> {
            var unused = lease.release();
        });
        time.advance(LEASE.multipliedBy(2));
        for (String name : NAMES) {
            CompletableFuture<Lease> probe = clients.get(0).lock(name).acquireAsync();
            time.advance(LEASE.multipliedBy(2).plusSeconds(1));
            assertThat(probe).as("\"%s\" is free at the end", name).isCompleted();
            probe.join().close();
        }
        time.advance(Duration.ofMinutes(2));
        clients.forEach(Holdfast::close);
        time.advance(Duration.ofMinutes(2));
        assertThat(time.pending()).as("timers").isZero();
        assertThat(store.residue()).as("residue").isZero();
    }
}
