package dev.holdfast.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RedisServerIT {

    @Test
    void start_twice_areTwoServers() {
        try (RedisServer one = RedisServer.startProcess();
                RedisServer two = RedisServer.startProcess();
                RespClient first = RespClient.to(one);
                RespClient second = RespClient.to(two)) {
            first.command("SET", "k", "1");
            assertThat(first.text("GET", "k")).isEqualTo("1");
            assertThat(second.command("GET", "k")).isNull();
        }
    }

    @Test
    void close_always_leavesNoProcessAndNoFolder() throws Exception {
        RedisServer server = RedisServer.startProcess();
        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        Path folder = server.folder();
        server.pause();
        server.close();
        process.onExit().get(5, TimeUnit.SECONDS);
        assertThat(Files.exists(folder)).isFalse();
    }

    @Test
    void restart_withAppendOnly_keepsData() {
        try (RedisServer server = RedisServer.startProcess("--appendonly", "yes", "--appendfsync", "always")) {
            try (RespClient raw = RespClient.to(server)) {
                raw.command("SET", "k", "1");
            }
            server.kill();
            assertThatThrownBy(() -> RespClient.to(server)).isInstanceOf(UncheckedIOException.class);
            server.restart();
            try (RespClient raw = RespClient.to(server)) {
                assertThat(raw.text("GET", "k")).isEqualTo("1");
            }
        }
    }

    @Test
    void pause_thenResume_answersOnlyAfterwards() {
        try (RedisServer server = RedisServer.startProcess();
                RespClient raw = RespClient.to(server.host(), server.port(), Duration.ofMillis(200))) {
            server.pause();
            assertThatThrownBy(() -> raw.command("PING")).isInstanceOf(UncheckedIOException.class);
            server.resume();
            assertThat(raw.read()).isEqualTo("PONG");
        }
    }

    @Test
    void startReplica_afterAWrite_hasIt() {
        try (RedisServer primary = RedisServer.startProcess();
                RespClient raw = RespClient.to(primary)) {
            raw.command("SET", "k", "1");
            try (RedisServer replica = primary.startReplica();
                    RespClient copy = RespClient.to(replica)) {
                assertThat(copy.text("GET", "k")).isEqualTo("1");
                assertThatThrownBy(() -> copy.command("SET", "k", "2"))
                        .isInstanceOf(RespException.class)
                        .hasMessageStartingWith("READONLY");
            }
        }
    }

    @Test
    void start_programMissing_saysWhatToInstall() {
        assertThatThrownBy(() -> RedisServer.startProgram("redis-server-that-is-not-there"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("redis-server-that-is-not-there is missing")
                .hasMessageContaining("apt-get install redis-server");
    }

    @Test
    void start_badArgument_failsWithTheServersLog() {
        assertThatThrownBy(() -> RedisServer.startProcess("--no-such-option", "1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-option");
    }

    @Test
    void command_manyKinds_areRead() {
        try (RedisServer server = RedisServer.start();
                RespClient raw = RespClient.to(server)) {
            assertThat(raw.number("INCR", "é")).isEqualTo(1);
            assertThat(raw.command("LRANGE", "none", "0", "-1")).isEqualTo(List.of());
            assertThat(raw.command("EVAL", "return {1, {'é'}}", "0")).isEqualTo(List.of(1L, List.of("é")));
            assertThat(raw.info("server")).containsKey("redis_version");
            assertThatThrownBy(() -> raw.command("NO-SUCH-COMMAND")).isInstanceOf(RespException.class);
        }
    }
}
