package dev.holdfast.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyIT {

    private static final Duration SHORT = Duration.ofMillis(200);
    private static RedisServer server;

    private FaultProxy proxy;
    private RespClient direct;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() {
        proxy = FaultProxy.to(server, 1);
        direct = RespClient.to(server);
        direct.command("DEL", "n");
    }

    @AfterEach
    void close() {
        proxy.close();
        direct.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("fault-proxy-"));
    }

    private RespClient client() {
        return RespClient.to("127.0.0.1", proxy.port(), SHORT);
    }

    private static void assertBroken(RespClient client) {
        assertThatThrownBy(() -> client.command("PING")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void noFault_commandsPassAndAreCounted() {
        try (RespClient one = client();
                RespClient two = client()) {
            assertThat(one.number("INCR", "n")).isEqualTo(1);
            assertThat(two.number("incr", "n")).isEqualTo(2);
            assertThat(two.text("GET", "n")).isEqualTo("2");
            assertThat(proxy.commands()).isEqualTo(3);
            assertThat(proxy.commands("incr")).isEqualTo(2);
            assertThat(proxy.countsByName()).isEqualTo(Map.of("GET", 1L, "INCR", 2L));
            assertThat(proxy.connections()).isEqualTo(2);
            proxy.resetCounts();
            assertThat(proxy.commands()).isZero();
        }
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> proxy.connections() == 0);
        assertThat(proxy.accepted()).isEqualTo(2);
    }

    @Test
    void pipeline_ofCommands_keepsItsOrder() {
        try (RespClient client = client()) {
            for (int i = 0; i < 100; i++) {
                client.send("INCR", "n");
            }
            for (long i = 1; i <= 100; i++) {
                assertThat(client.read()).isEqualTo(i);
            }
        }
    }

    @Test
    void delay_makesEachReplyLate() {
        try (RespClient client = client()) {
            client.command("PING");
            proxy.delay(Duration.ofMillis(30), Duration.ofMillis(40));
            long started = System.nanoTime();
            client.command("PING");
            assertThat(System.nanoTime() - started).isGreaterThan(60_000_000);
            proxy.heal();
            assertThat(client.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void cut_breaksOpenConnectionsAndNoNewOnes() {
        try (RespClient client = client()) {
            client.command("PING");
            proxy.cut();
            assertBroken(client);
        }
        try (RespClient again = client()) {
            assertThat(again.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void refuse_breaksNewConnectionsAndNoOpenOnes() {
        try (RespClient open = client()) {
            open.command("PING");
            proxy.refuse(true);
            try (RespClient refused = client()) {
                assertBroken(refused);
            }
            assertThat(open.command("PING")).isEqualTo("PONG");
            proxy.heal();
            try (RespClient again = client()) {
                assertThat(again.command("PING")).isEqualTo("PONG");
            }
        }
    }

    @Test
    void blackHole_holdsBothDirectionsAndLetsThemPassAfterwards() {
        try (RespClient client = client()) {
            client.command("PING");
            proxy.blackHole(true);
            client.send("INCR", "n");
            assertThatThrownBy(client::read).isInstanceOf(UncheckedIOException.class);
            assertThat(direct.command("GET", "n")).isNull();
            proxy.heal();
            assertThat(client.read()).isEqualTo(1L);
        }
    }

    @Test
    void holdReplies_letsRequestsTakeEffect() {
        try (RespClient client = client()) {
            proxy.holdReplies(true);
            client.send("INCR", "n");
            Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> "1".equals(direct.command("GET", "n")));
            assertThatThrownBy(client::read).isInstanceOf(UncheckedIOException.class);
            proxy.holdReplies(false);
            assertThat(client.read()).isEqualTo(1L);
        }
    }

    @Test
    void holdRequests_keepsThemFromTheServer() {
        try (RespClient client = client()) {
            proxy.holdRequests(true);
            client.send("INCR", "n");
            assertThatThrownBy(client::read).isInstanceOf(UncheckedIOException.class);
            assertThat(direct.command("GET", "n")).isNull();
            proxy.holdRequests(false);
            assertThat(client.read()).isEqualTo(1L);
        }
    }

    @Test
    void loseReplies_ofOneCommand_takesEffectAndBreaksTheConnection() {
        proxy.only("INCR");
        proxy.loseReplies(1);
        try (RespClient client = client()) {
            assertThat(client.command("PING")).isEqualTo("PONG");
            assertThatThrownBy(() -> client.command("INCR", "n")).isInstanceOf(UncheckedIOException.class);
        }
        assertThat(direct.text("GET", "n")).isEqualTo("1");
        try (RespClient again = client()) {
            assertThat(again.number("INCR", "n")).isEqualTo(2);
        }
    }

    @Test
    void duplicateRequests_takeEffectTwiceAndAnswerOnce() {
        proxy.only("INCR");
        proxy.duplicateRequests(1);
        try (RespClient client = client()) {
            assertThat(client.number("INCR", "n")).isEqualTo(1);
            assertThat(client.command("PING")).isEqualTo("PONG");
            assertThat(client.text("GET", "n")).isEqualTo("2");
        }
    }

    @Test
    void subscriber_getsItsMessagesWhateverIsLost() {
        proxy.loseReplies(Integer.MAX_VALUE);
        proxy.duplicateRequests(1);
        try (RespClient client = client()) {
            client.send("SUBSCRIBE", "ch");
            assertThat(client.read()).isEqualTo(List.of("subscribe", "ch", 1L));
            direct.command("PUBLISH", "ch", "hello");
            assertThat(client.read()).isEqualTo(List.of("message", "ch", "hello"));
        }
    }

    @Test
    void holdPushes_holdsMessagesAndNothingElse() {
        try (RespClient subscriber = client();
                RespClient other = client()) {
            subscriber.command("SUBSCRIBE", "ch");
            proxy.holdPushes(true);
            direct.command("PUBLISH", "ch", "hello");
            assertThat(other.command("PING")).isEqualTo("PONG");
            assertThatThrownBy(subscriber::read).isInstanceOf(UncheckedIOException.class);
            proxy.heal();
            assertThat(subscriber.read()).isEqualTo(List.of("message", "ch", "hello"));
        }
    }

    @Test
    void halfOpenSubscriptions_endAtTheServerAlone() {
        try (RespClient subscriber = client();
                RespClient other = client()) {
            subscriber.command("SUBSCRIBE", "ch");
            other.command("PING");
            proxy.halfOpenSubscriptions();
            Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> direct.number("PUBLISH", "ch", "hello") == 0);
            assertThatThrownBy(subscriber::read)
                    .as("it waits on")
                    .hasRootCauseInstanceOf(java.net.SocketTimeoutException.class);
            assertThat(other.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void drop_sameSeed_dropsTheSameConnections() {
        assertThat(drops(7)).isEqualTo(drops(7)).contains(true, false).isNotEqualTo(drops(8));
    }

    private static List<Boolean> drops(long seed) {
        List<Boolean> dropped = new ArrayList<>();
        try (FaultProxy proxy = FaultProxy.to(server, seed)) {
            proxy.drop(0.5);
            for (int i = 0; i < 20; i++) {
                try (RespClient client = RespClient.to("127.0.0.1", proxy.port())) {
                    client.command("PING");
                    dropped.add(false);
                } catch (UncheckedIOException cut) {
                    dropped.add(true);
                }
            }
        }
        return dropped;
    }

    @Test
    void serverGone_connectionsEndAndComeBack() {
        try (RedisServer other = RedisServer.startProcess();
                FaultProxy before = FaultProxy.to(other, 1)) {
            try (RespClient client = RespClient.to("127.0.0.1", before.port())) {
                client.command("PING");
                other.kill();
                assertBroken(client);
            }
            other.restart();
            try (RespClient client = RespClient.to("127.0.0.1", before.port())) {
                assertThat(client.command("PING")).isEqualTo("PONG");
            }
        }
    }
}
