package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.HoldfastJar.Run;
import dev.holdfast.testkit.servers.RedisServer;
import dev.holdfast.testkit.servers.RespClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command on Redis as a user runs it, and what it says when something is wrong. */
class RedisCliIT {

    private static RedisServer server;

    @TempDir
    Path folder;

    private HoldfastJar holdfast;

    @BeforeAll
    static void startServer() {
        server = RedisServer.startProcess();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void prepare() {
        holdfast = new HoldfastJar(folder);
    }

    @AfterEach
    void killWhatIsLeft() {
        holdfast.close();
    }

    /** On the store by the environment, as an operator would set it. */
    private Run start(String uri, String... arguments) {
        return holdfast.startWords(HoldfastJar.command(arguments), Map.of("HOLDFAST_STORE", uri));
    }

    private Run run(String uri, String... arguments) {
        Run run = start(uri, arguments);
        run.exitCode();
        return run;
    }

    @Test
    void execInTwoShells_excludeEachOther() {
        Run first = start(server.uri(), "exec", "--lock", "two", "--", "sh", "-c", "echo $$ >a; sleep 30");
        holdfast.awaitLine("a");
        Run refused = run(server.uri(), "exec", "--lock", "two", "--wait", "0s", "--", "touch", "b");
        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(ExitCodes.REFUSED);
        assertThat(Files.exists(folder.resolve("b"))).isFalse();
        Run waiting = start(server.uri(), "exec", "--lock", "two", "--wait", "20s", "--", "touch", "b");
        HoldfastJar.signal("TERM", first.pid());
        assertThat(first.exitCode()).isEqualTo(ExitCodes.SIGNAL_BASE + 15);
        assertThat(waiting.exitCode()).as(waiting.err()).isZero();
        assertThat(Files.exists(folder.resolve("b"))).isTrue();
    }

    @Test
    void lsShowAndRelease_seeAndTakeAwayWhatExecHolds() throws Exception {
        Run held = start(
                server.uri(), "exec", "--lock", "a lock/1", "--lease", "3s", "--", "sh", "-c", "echo $$ >a; sleep 60");
        holdfast.awaitLine("a");
        assertThat(run(server.uri(), "ls").out()).contains("a lock/1");
        JsonNode shown = JsonMapper.shared()
                .readTree(run(server.uri(), "show", "a lock/1", "--json").out());
        assertThat(shown.toString()).contains("a lock/1", Long.toString(held.pid()));
        assertThat(run(server.uri(), "show", "free").exitCode()).isEqualTo(ExitCodes.NO);
        Run released = run(server.uri(), "release", "a lock/1", "--force", "--reason", "stuck since noon");
        assertThat(released.exitCode())
                .as("%s%s", released.out(), released.err())
                .isZero();
        assertThat(held.exitCode()).as(held.err()).isEqualTo(ExitCodes.LEASE_LOST);
        assertThat(held.err()).contains("stuck since noon");
        assertThat(run(server.uri(), "ls").out()).doesNotContain("a lock/1");
    }

    @Test
    void demo_onRedis_holdsEveryInvariant() throws Exception {
        Run run = run(server.uri(), "demo", "--seconds", "5", "--json", "--store", server.uri());
        assertThat(run.exitCode()).as("%s%s", run.out(), run.err()).isZero();
        JsonNode json = JsonMapper.shared().readTree(run.out());
        assertThat(json.get("ok").asBoolean()).isTrue();
        assertThat(json.get("oversold").asInt()).isZero();
        assertThat(json.get("lateWrite").get("rejected").asBoolean()).isTrue();
        assertThat(Duration.parse(json.get("takeOver").get("time").asString())).isLessThan(Duration.ofSeconds(3));
        try (RespClient raw = RespClient.to(server)) {
            await("the lock is free")
                    .atMost(Duration.ofSeconds(5))
                    .until(() ->
                            !String.valueOf(raw.command("KEYS", "holdfast:{*}")).contains("demo"));
        }
    }

    @Test
    void demo_onAServerWithAPassword_saysWhereLockAndStockAreAndNoSecret() {
        try (RedisServer locked = RedisServer.startProcess("--requirepass", "geheim")) {
            String uri = "redis://:geheim@" + locked.host() + ":" + locked.port();
            Run run = run(uri, "demo", "--seconds", "5", "--workers", "3", "--store", uri);
            assertThat(run.exitCode()).as("%s%s", run.out(), run.err()).isZero();
            assertThat(run.out())
                    .contains("on redis://***@127.0.0.1:" + locked.port() + ", stock in a SQLite file")
                    .containsPattern("(?m)^oversold +0$")
                    .containsPattern("worker 1 rejected: token \\d{19} < \\d{19}")
                    .doesNotContain("geheim");
            assertThat(run.err()).isEmpty();
            Run wrong = run(uri, "demo", "--store", uri.replace("geheim", "falsch"));
            assertSays(wrong, ExitCodes.UNAVAILABLE, "WRONGPASS");
            assertThat(wrong.out() + wrong.err()).doesNotContain("falsch");
        }
    }

    @Test
    void ping_answersOrSaysWhatIsWrong() {
        assertThat(run(server.uri(), "ping").exitCode()).isZero();
        assertSays(run("redis://127.0.0.1:1", "ping"), ExitCodes.UNAVAILABLE, "cannot connect to Redis", "127.0.0.1:1");
        assertSays(run(server.uri() + "/9999", "ping"), ExitCodes.UNAVAILABLE, "out of range");
        assertSays(run(server.uri() + "/x", "ping"), ExitCodes.CONFIG, "not the number of a database");
        assertSays(run(server.uri() + "?pol-size=3", "ping"), ExitCodes.CONFIG, "unknown option", "\"pool-size\"");
        assertSays(run(server.uri() + "?pool-size=0", "ping"), ExitCodes.USAGE, "pool-size=0", "1..1000");
        assertSays(run(server.uri() + "?timeout=5", "ping"), ExitCodes.USAGE, "timeout=5", "500ms");
        assertSays(run("redis:", "ping"), ExitCodes.CONFIG, "needs a host");
        assertSays(run("redis://a,b", "ping"), ExitCodes.CONFIG, "one host");
        assertSays(run(server.uri() + "?passwrd=geheim", "ping"), ExitCodes.CONFIG, "did you mean \"password\"?");
        Run secure = run("rediss://u:geheim@127.0.0.1:" + server.port(), "ping");
        assertSays(secure, ExitCodes.CONFIG, "no backend for scheme \"rediss\"", "did you mean \"redis\"?");
    }

    private static void assertSays(Run run, int code, String... texts) {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(texts).doesNotContain("geheim").hasLineCount(1);
    }

    @Test
    void wrongPassword_isRefusedAndNotShown() {
        try (RedisServer locked = RedisServer.startProcess("--requirepass", "geheim")) {
            String at = locked.host() + ":" + locked.port();
            Run wrong = run("redis://:falsch@" + at, "ping");
            assertSays(wrong, ExitCodes.UNAVAILABLE, "WRONGPASS", "check user, password and database");
            assertThat(wrong.err()).doesNotContain("falsch");
            Run none = run("redis://" + at, "ls");
            assertSays(none, ExitCodes.UNAVAILABLE, "NOAUTH");
            assertThat(run("redis://:geheim@" + at, "ls").exitCode()).isZero();
            Run verbose = run("redis://user:geheim@" + at, "--verbose", "ls");
            assertThat(verbose.err()).doesNotContain("geheim");
        }
    }

    @Test
    void serverStoppedWhileExecHolds_endsTheProgramWhenTheLeaseIsOver() {
        try (RedisServer own = RedisServer.startProcess()) {
            Run held =
                    start(own.uri(), "exec", "--lock", "n", "--lease", "2s", "--", "sh", "-c", "echo $$ >a; sleep 60");
            long program = holdfast.awaitPid("a");
            own.pause();
            assertThat(held.exitCode()).as(held.err()).isEqualTo(ExitCodes.LEASE_LOST);
            assertThat(HoldfastJar.isRunning(program)).isFalse();
            Run down = run(own.uri(), "exec", "--lock", "m", "--", "true");
            assertThat(down.exitCode()).as(down.err()).isEqualTo(ExitCodes.UNAVAILABLE);
        }
    }

    @Test
    void serverKilledWhileExecHolds_endsTheProgramWhenTheLeaseIsOver() {
        try (RedisServer own = RedisServer.startProcess()) {
            Run held =
                    start(own.uri(), "exec", "--lock", "n", "--lease", "2s", "--", "sh", "-c", "echo $$ >a; sleep 60");
            long program = holdfast.awaitPid("a");
            own.kill();
            assertThat(held.exitCode()).as(held.err()).isEqualTo(ExitCodes.LEASE_LOST);
            assertThat(HoldfastJar.isRunning(program)).isFalse();
            assertThat(held.err()).contains("program stopped");
            Run down = run(own.uri(), "ls");
            assertSays(down, ExitCodes.UNAVAILABLE, "cannot connect to Redis", "is the server running?");
        }
    }

    /** docs/backends/redis.md: what the smallest user needs besides for another database, and for a template of the lock key. */
    @Test
    void smallestUser_elsewhere_needsTheTwoRulesOfTheDocumentation() throws Exception {
        redis(("ACL SETUSER billing on >geheim resetkeys ~billing:* resetchannels &billing:wake:* -@all +evalsha +eval"
                        + " +get +set +del +exists +pttl +pexpire +time +hset +hget +hmget +hdel +hvals +zadd +zrem"
                        + " +zrange +zrevrange +zscore +publish +subscribe +ping +scan")
                .split(" "));
        String user = "redis://billing:geheim@" + server.host() + ":" + server.port();
        String other = user + "/1?namespace=billing";
        String template = user + "?namespace=billing&lock-key=spring:{name}";
        assertThat(run(user + "?namespace=billing", "ls").exitCode()).isZero();
        assertSays(run(other, "ls"), ExitCodes.UNAVAILABLE, "NOPERM", "'select'");
        Run refused = run(
                template, "exec", "--lock", "a", "--wait", "0s", "--", "true"); // waiting, it would try on for a lease
        assertSays(refused, ExitCodes.UNAVAILABLE, "NOPERM", "keys");
        redis("ACL", "SETUSER", "billing", "+select", "~spring:*");
        assertThat(run(other, "exec", "--lock", "a", "--", "true").exitCode()).isZero();
        assertThat(run(template, "exec", "--lock", "a", "--", "true").exitCode())
                .isZero();
        redis("ACL", "DELUSER", "billing");
    }

    /** docs/backends/redis.md: what an operator types where there is only redis-cli. */
    @Test
    void redisCliRecipes_ofTheDocumentation_work() throws Exception {
        Run held = start(server.uri(), "exec", "--lock", "orders/1", "--", "sh", "-c", "echo $$ >a; sleep 60");
        holdfast.awaitLine("a");
        String owner = redis("GET", "holdfast:{orders%2F1}");
        assertThat(owner).matches("[a-z0-9]{16}-[a-z0-9]+");
        assertThat(Long.parseLong(redis("PTTL", "holdfast:{orders%2F1}"))).isPositive();
        assertThat(redis("HGETALL", "holdfast:{orders%2F1}:fence")).contains(owner, Long.toString(held.pid()));
        assertThat(redis("--scan", "--pattern", "holdfast:{*}")).contains("holdfast:{orders%2F1}");
        assertThat(redis("ZRANGE", "holdfast:{orders%2F1}:queue", "0", "-1")).isEmpty();
        Run waiting = start(server.uri(), "exec", "--lock", "orders/1", "--", "sh", "-c", "echo $$ >b; sleep 1");
        await("it waits")
                .atMost(HoldfastJar.LONG)
                .until(() -> !redis("ZRANGE", "holdfast:{orders%2F1}:queue", "0", "-1")
                        .isEmpty());
        String waits = redis("ZRANGE", "holdfast:{orders%2F1}:queue", "0", "-1");
        assertThat(waits).matches("[a-z0-9]{16}-[a-z0-9]+").isNotEqualTo(owner);
        assertThat(redis("DEL", "holdfast:{orders%2F1}")).isEqualTo("1");
        assertThat(waiting.exitCode()).as(waiting.err()).isZero();
        assertThat(held.exitCode()).isEqualTo(ExitCodes.LEASE_LOST);
        assertThat(held.err()).containsPattern("cause=(STORE_FORGOT|EXPIRED)");
    }

    private static String redis(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("redis-cli", "-p", Integer.toString(server.port()), "--raw"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out.strip();
    }
}
