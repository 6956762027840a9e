package dev.holdfast.redis;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.testkit.servers.RedisServer;
import dev.holdfast.testkit.servers.RespClient;
import org.junit.jupiter.api.Test;

/** A fail-over that loses the last writes, and a restart that loses them all: what is promised then, and what is not. */
class RedisFailOverIT {

    @Test
    void p13_replicaPromotedWithoutTheGrant_letsTwoHoldButTheGuardTakesOnlyTheSecond() throws Exception {
        try (RedisServer primary = RedisServer.startProcess();
                RedisServer replica = primary.startReplica();
                RedisServer data = RedisServer.startProcess();
                RedisFence fence = RedisFence.open(r -> r.host(data.host()).port(data.port()));
                Holdfast first = Holdfast.open(primary.uri(), c -> c.closeGrace(ofMillis(100)))) {
            promote(replica); // replication ends before the grant: it never gets there
            Lease old = first.lock("n", o -> o.lease(ofSeconds(30)).lossPolicy(LossPolicy.REPORT))
                    .acquire();
            fence.enter("stock", old.fencingToken());
            fence.set("stock", "10", old.fencingToken());
            primary.kill();
            try (Holdfast second = Holdfast.open(replica.uri());
                    Lease next = second.lock("n").acquire()) {
                assertThat(old.isHeld())
                        .as("asynchronous replication excludes nobody")
                        .isTrue();
                assertThat(next.isHeld()).isTrue();
                assertThat(next.fencingToken()).isGreaterThan(old.fencingToken());
                fence.enter("stock", next.fencingToken());
                assertThatThrownBy(() -> fence.set("stock", "9", old.fencingToken()))
                        .isInstanceOf(FenceRejectedException.class);
                fence.set("stock", "8", next.fencingToken());
            }
        }
    }

    private static void promote(RedisServer replica) {
        try (RespClient raw = RespClient.to(replica)) {
            raw.command("REPLICAOF", "NO", "ONE");
        }
    }

    @Test
    void replicaPromotedWithTheGrant_keepsTheLockAndTheTokensRise() throws Exception {
        try (RedisServer primary = RedisServer.startProcess();
                RedisServer replica = primary.startReplica();
                Holdfast first = Holdfast.open(primary.uri(), c -> c.closeGrace(ofMillis(100)));
                RespClient raw = RespClient.to(primary)) {
            Lease old = first.lock(
                            "n", o -> o.lease(ofSeconds(2)).renewed(false).lossPolicy(LossPolicy.REPORT))
                    .acquire();
            assertThat(raw.number("WAIT", "1", "2000")).isEqualTo(1);
            primary.kill();
            promote(replica);
            try (Holdfast second = Holdfast.open(replica.uri())) {
                assertThat(second.lock("n").tryAcquire()).isNotInstanceOf(Lease.class);
                try (Lease next = second.lock("n").tryAcquire(ofSeconds(5)).orElseThrow()) {
                    assertThat(old.isHeld()).isFalse();
                    assertThat(next.fencingToken()).isGreaterThan(old.fencingToken());
                }
            }
        }
    }

    @Test
    void restartWithoutPersistence_forgetsTheGrantAndTheTokensRiseAllTheSame() throws Exception {
        try (RedisServer server = RedisServer.startProcess();
                Holdfast first = Holdfast.open(server.uri(), c -> c.closeGrace(ofMillis(100)));
                Holdfast second = Holdfast.open(server.uri(), c -> c.closeGrace(ofMillis(100)))) {
            Lease old = first.lock("n", o -> o.lease(ofSeconds(3)).lossPolicy(LossPolicy.REPORT))
                    .acquire();
            server.restart();
            try (Lease next = second.lock("n").tryAcquire(ofSeconds(5)).orElseThrow()) {
                assertThat(next.fencingToken()).isGreaterThan(old.fencingToken());
                dev.holdfast.testkit.Stalls.await("the first is told", ofSeconds(3), () -> !old.isHeld());
            }
        }
    }

    @Test
    void restartWithAppendOnly_keepsTheGrant() throws Exception {
        try (RedisServer server = RedisServer.startProcess("--appendonly", "yes", "--appendfsync", "always");
                Holdfast first = Holdfast.open(server.uri(), c -> c.closeGrace(ofMillis(100)));
                Holdfast second = Holdfast.open(server.uri(), c -> c.closeGrace(ofMillis(100)))) {
            Lease held = first.lock("n", o -> o.lease(ofSeconds(3))).acquire();
            server.restart();
            assertThat(second.lock("n").tryAcquire(ofMillis(500))).isNotInstanceOf(Lease.class);
            Thread.sleep(3_500);
            held.ensureHeld();
            held.close();
            second.lock("n").tryAcquire(ofSeconds(1)).orElseThrow().close();
        }
    }
}
