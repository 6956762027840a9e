package dev.holdfast.testkit.servers;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A Redis server for tests on a random loopback port, with a data folder of its own and no persistence unless asked for.
 *
 * <p>It is the one at the system property {@code holdfast.test.redis=host:port} where that is set, else a container where a Docker
 * engine answers, else a process of {@code redis-server}. What needs the process (kill, pause, restart) starts one by {@link
 * #startProcess}, whatever else there is. Not thread-safe.
 *
 * <pre>{@code
 * try (RedisServer server = RedisServer.start()) {
 *     Holdfast holdfast = Holdfast.open(server.uri());
 * }
 * }</pre>
 */
public final class RedisServer implements AutoCloseable {

    private static final String EXTERNAL = "holdfast.test.redis";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int PORT_ATTEMPTS = 5;

    private final String host;
    private final int port;
    private final Runnable end;
    private final @Nullable NativeServer process;

    private RedisServer(String host, int port, Runnable end, @Nullable NativeServer process) {
        this.host = host;
        this.port = port;
        this.end = end;
        this.process = process;
    }

    /**
     * A server that answers.
     *
     * @param arguments of redis-server; an external server cannot take any, so the test is skipped there
     * @throws IllegalStateException when there is none, saying what to install
     */
    public static RedisServer start(String... arguments) {
        String external = System.getProperty(EXTERNAL, "");
        if (!external.isEmpty()) {
            Assumptions.assumeTrue(arguments.length == 0, "the external server cannot be started with arguments");
            int colon = external.lastIndexOf(':');
            return new RedisServer(
                    external.substring(0, colon), Integer.parseInt(external.substring(colon + 1)), () -> {}, null);
        }
        if (isDockerThere()) {
            DockerRedis.Container container = DockerRedis.start(List.of(arguments));
            return new RedisServer(container.host(), container.port(), container.end(), null);
        }
        return startProcess(arguments);
    }

    private static boolean isDockerThere() {
        try {
            return DockerRedis.isAvailable();
        } catch (NoClassDefFoundError notOnTheClassPath) {
            return false;
        }
    }

    /** A server that is a process of this machine, for tests that kill, pause or restart it. */
    public static RedisServer startProcess(String... arguments) {
        return startProgram("redis-server", arguments);
    }

    static RedisServer startProgram(String program, String... arguments) {
        for (int attempt = 1; ; attempt++) {
            RedisServer server = launch(program, arguments);
            try {
                server.awaitAnswer();
                return server;
            } catch (IllegalStateException failed) {
                server.close();
                boolean taken = String.valueOf(failed.getMessage()).contains("Address already in use");
                if (!taken || attempt == PORT_ATTEMPTS) {
                    throw failed;
                }
            }
        }
    }

    private static RedisServer launch(String program, String... arguments) {
        Path folder = NativeServer.newFolder();
        int port = NativeServer.freePort();
        List<String> command = new ArrayList<>(List.of(
                program,
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder.toString(),
                "--save",
                "",
                "--protected-mode",
                "no"));
        command.addAll(List.of(arguments));
        try {
            NativeServer process = NativeServer.start(folder, command, "redis-server");
            return new RedisServer("127.0.0.1", port, process::close, process);
        } catch (RuntimeException failed) {
            NativeServer.delete(folder);
            throw failed;
        }
    }

    /** A replica of this server, in step with it. */
    public RedisServer startReplica(String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--replicaof", host + " " + port, "--repl-diskless-sync-delay", "0"));
        all.addAll(List.of(arguments));
        RedisServer replica = startProcess(all.toArray(new String[0]));
        try (RespClient raw = RespClient.to(replica)) {
            Awaitility.await("replica in step")
                    .atMost(PATIENCE)
                    .until(() -> "up".equals(raw.info("replication").get("master_link_status")));
        }
        return replica;
    }

    private void awaitAnswer() {
        try {
            Awaitility.await("server answers")
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(PATIENCE)
                    .until(() -> answers() || !process().isAlive());
        } catch (ConditionTimeoutException late) {
            throw new IllegalStateException(
                    "redis-server does not answer: port=" + port + ", log=\n"
                            + process().log(),
                    late);
        }
        if (!process().isAlive()) {
            throw new IllegalStateException(
                    "redis-server ended: port=" + port + ", log=\n" + process().log());
        }
    }

    /** A server that wants a password answers, too. */
    private boolean answers() {
        try (RespClient raw = RespClient.to(host, port, Duration.ofSeconds(1))) {
            return "PONG".equals(raw.command("PING"));
        } catch (RespException refused) {
            return !String.valueOf(refused.getMessage()).startsWith("LOADING");
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** Where it listens. */
    public String host() {
        return host;
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** For {@code Holdfast.open}. */
    public String uri() {
        return "redis://" + host + ":" + port;
    }

    /** The process id. */
    public long pid() {
        return process().pid();
    }

    /** The data folder. */
    public Path folder() {
        return process().folder();
    }

    /** Ends the process at once, as a crash does; its data folder stays. */
    public void kill() {
        process().kill();
    }

    /** Stops the process where it is. */
    public void pause() {
        process().signal("STOP");
    }

    /** Lets a paused process go on. */
    public void resume() {
        process().signal("CONT");
    }

    /** Starts it again on the same port and folder, having killed it where it runs; returns when it answers. */
    public void restart() {
        process().kill();
        process().restart();
        awaitAnswer();
    }

    private NativeServer process() {
        if (process == null) {
            throw new UnsupportedOperationException("this server is no process of the test: " + host + ":" + port);
        }
        return process;
    }

    /** Ends the server that was started here and deletes its folder. */
    @Override
    public void close() {
        end.run();
    }
}
