package dev.holdfast.redis;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.testkit.Stalls;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Pushes that are late, lost or never sent: the wake channel and what stands behind it. */
class RedisWakeIT extends OnWire {

    private void awaitQueued(int count) {
        Stalls.await("queued", ofSeconds(5), () -> raw.number("ZCARD", key("n") + ":queue") == count);
    }

    @Test
    void released_wakesTheNextWithinMilliseconds() throws Exception {
        Holdfast waiter = client();
        for (int round = 0; round < 20; round++) {
            Lease held = client().lock("n").acquire();
            CompletableFuture<Lease> next = waiter.lock("n").acquireAsync();
            awaitQueued(1);
            Stalls stalls = Stalls.begin();
            held.close();
            Lease lease = next.get(5, TimeUnit.SECONDS);
            assertThat(stalls.elapsed()).isLessThan(Duration.ofMillis(100));
            lease.close();
        }
    }

    @Test
    void subscriptionKilled_contendersAreServedAtOnceAllTheSame() throws Exception {
        Lease held = client().lock("n").acquire();
        Holdfast waiter = client();
        CompletableFuture<Lease> next = waiter.lock("n").acquireAsync();
        awaitQueued(1);
        String channel = namespace + ":wake:" + waiter.clientId();
        raw.command("CLIENT", "KILL", "TYPE", "pubsub");
        Stalls.await("subscribed again", ofSeconds(5), () -> subscribers(channel) == 1);
        Stalls stalls = Stalls.begin();
        held.close();
        next.get(15, TimeUnit.SECONDS).close();
        assertThat(stalls.elapsed()).isLessThan(ofSeconds(1));
    }

    private long subscribers(String channel) {
        Object reply = raw.command("PUBSUB", "NUMSUB", channel);
        return reply instanceof java.util.List<?> pair ? (Long) pair.get(1) : 0;
    }

    @Test
    void subscriptionDownWhileReleased_contenderQueuesAgainAndIsServed() throws Exception {
        Lease held = client().lock("n").acquire();
        Holdfast waiter = far();
        CompletableFuture<Lease> next = waiter.lock("n").acquireAsync();
        awaitQueued(1);
        proxy.refuse(true);
        proxy.cut();
        held.close(); // nobody listens: the entry is dropped
        assertThat(raw.number("ZCARD", key("n") + ":queue")).isZero();
        proxy.heal();
        Stalls stalls = Stalls.begin();
        next.get(15, TimeUnit.SECONDS).close();
        assertThat(stalls.elapsed()).isLessThan(ofSeconds(3));
    }

    @Test
    void pushesLost_contenderIsServedByItsReconfirmationAndSubscribesAgain() throws Exception {
        Lease held = client().lock("n").acquire();
        Holdfast waiter = far();
        CompletableFuture<Lease> next = waiter.lock("n").acquireAsync();
        awaitQueued(1);
        proxy.holdPushes(true);
        held.close();
        Stalls stalls = Stalls.begin();
        next.get(15, TimeUnit.SECONDS).close();
        assertThat(stalls.elapsed()).isLessThan(ofSeconds(10));
        proxy.heal();
        String channel = namespace + ":wake:" + waiter.clientId();
        Stalls.await("subscribed again", ofSeconds(5), () -> subscribers(channel) == 1);
        Lease again = client().lock("n").acquire();
        CompletableFuture<Lease> last = waiter.lock("n").acquireAsync();
        awaitQueued(1);
        again.close();
        last.get(1, TimeUnit.SECONDS).close();
    }

    @Test
    void subscriptionDeadWithoutAWord_isNoticedByTheFirstHandOffAndMadeAnew() throws Exception {
        Holdfast waiter = far();
        Lease held = client().lock("n").acquire();
        CompletableFuture<Lease> next = waiter.lock("n").acquireAsync();
        awaitQueued(1);
        proxy.halfOpenSubscriptions();
        String channel = namespace + ":wake:" + waiter.clientId();
        Stalls.await("gone at the server", ofSeconds(5), () -> subscribers(channel) == 0);
        held.close();
        next.get(15, TimeUnit.SECONDS).close();
        Stalls.await("subscribed again", ofSeconds(5), () -> subscribers(channel) == 1);
        Lease again = client().lock("n").acquire();
        CompletableFuture<Lease> last = waiter.lock("n").acquireAsync();
        awaitQueued(1);
        again.close();
        last.get(1, TimeUnit.SECONDS).close();
    }

    @Test
    void serverRestarted_waitersGoOn() throws Exception {
        try (var own = dev.holdfast.testkit.servers.RedisServer.startProcess()) {
            Holdfast holder = Holdfast.open(own.uri(), c -> c.closeGrace(Duration.ofMillis(200)));
            Holdfast waiter = Holdfast.open(own.uri(), c -> c.closeGrace(Duration.ofMillis(200)));
            Lease held = holder.lock("n", o -> o.lossPolicy(dev.holdfast.lock.LossPolicy.REPORT))
                    .acquire();
            CompletableFuture<Lease> next = waiter.lock("n").acquireAsync();
            own.restart(); // it has forgotten everything
            Lease lease = next.get(15, TimeUnit.SECONDS);
            assertThat(lease.fencingToken()).isGreaterThan(held.fencingToken());
            lease.close();
            waiter.close();
            holder.close();
        }
    }
}
