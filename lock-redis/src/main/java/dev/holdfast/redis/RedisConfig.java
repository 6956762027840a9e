package dev.holdfast.redis;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.InvalidInputException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How one Redis node is reached and what the keys are called. Immutable: each method that takes a value gives a changed copy.
 * Every option has its row in docs/backends/redis.md; the names are those of the URI, the defaults are the same.
 *
 * <pre>{@code
 * RedisHoldfast.open(r -> r.host("redis.internal").password(secret).namespace("billing"), c -> c.application("billing"));
 * }</pre>
 */
public final class RedisConfig {

    /** The port of Redis. */
    public static final int DEFAULT_PORT = 6379;

    static final RedisConfig DEFAULTS = new RedisConfig(new Values());

    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._:-]{1,64}");
    private static final int MOST_TEMPLATE_CHARS = 256;
    private static final int MOST_CONNECTIONS = 1_000;
    private static final int MOST_DATABASE = 16_383;
    private static final Duration LEAST_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MOST_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration LEAST_RETENTION = Duration.ofMinutes(1);
    private static final Duration MOST_RETENTION = Duration.ofDays(3_650);

    private final Values values;

    private RedisConfig(Values values) {
        this.values = values;
    }

    /** The host name or address; {@code localhost} by default. An IPv6 address stands without brackets. */
    public RedisConfig host(String host) {
        if (host.isBlank()) {
            throw new InvalidInputException("host must not be empty", "host", "\"" + host + "\"");
        }
        return with(v -> v.host = host);
    }

    /** The port, 1..65535; {@link #DEFAULT_PORT} by default. */
    public RedisConfig port(int port) {
        return with(v -> v.port = inRange("port", port, 1, 65_535));
    }

    /** The user of the access control list, who needs a password; without one the password is that of the default user. */
    public RedisConfig user(String user) {
        if (user.isEmpty()) {
            throw new InvalidInputException(
                    "user must not be empty", "user", "\"\"", "leave it out for the default user");
        }
        return with(v -> v.user = user);
    }

    /** The password; none by default. Never shown. */
    public RedisConfig password(String password) {
        return with(v -> v.password = password);
    }

    /** The number of the database, 0 by default. */
    public RedisConfig database(int database) {
        return with(v -> v.database = inRange("database", database, 0, MOST_DATABASE));
    }

    /** The first part of every key and channel, 1..64 of {@code A-Z a-z 0-9 . _ : -}; {@code holdfast} by default. */
    public RedisConfig namespace(String namespace) {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new InvalidInputException(
                    "not a namespace",
                    "namespace",
                    "\"" + namespace + "\"",
                    "write 1 to 64 of letters, digits, dot, underscore, colon and hyphen");
        }
        return with(v -> v.namespace = namespace);
    }

    /**
     * A template of the lock key, with the name verbatim where it has {@code {name}}, so that locks of other clients are
     * excluded: {@code spring-lock:{name}}. By default the key is {@code <namespace>:{<encoded name>}}.
     */
    public RedisConfig lockKey(String template) {
        int at = template.indexOf(Keys.PLACEHOLDER);
        if (at < 0
                || template.indexOf(Keys.PLACEHOLDER, at + 1) >= 0
                || template.equals(Keys.PLACEHOLDER)
                || template.length() > MOST_TEMPLATE_CHARS) {
            throw new InvalidInputException(
                    "not a template of a lock key",
                    "lock-key",
                    "\"" + template + "\"",
                    "write {name} once and something beside it, at most " + MOST_TEMPLATE_CHARS
                            + " characters, for example locks:{name}");
        }
        return with(v -> v.lockKey = template);
    }

    /** The most connections for commands, 1..1000, 8 by default; one for renewals and one for wake-ups come on top. */
    public RedisConfig poolSize(int connections) {
        return with(v -> v.poolSize = inRange("pool-size", connections, 1, MOST_CONNECTIONS));
    }

    /** A bound on the making of one connection, 10 ms..1 min; 5 s by default. */
    public RedisConfig connectTimeout(Duration timeout) {
        return with(v -> v.connectTimeout = inRange("connect-timeout", timeout, LEAST_TIMEOUT, MOST_TIMEOUT));
    }

    /**
     * A bound on the reply of each command, 10 ms..1 min; 2 s by default. A command never waits longer than the engine lets it,
     * that is a sixth of the lease.
     */
    public RedisConfig timeout(Duration timeout) {
        return with(v -> v.timeout = inRange("timeout", timeout, LEAST_TIMEOUT, MOST_TIMEOUT));
    }

    /** How long the fence of a name outlives its last grant, 1 min..3650 days; 7 days by default. */
    public RedisConfig retention(Duration retention) {
        return with(v -> v.retention = inRange("retention", retention, LEAST_RETENTION, MOST_RETENTION));
    }

    /** See {@link #host(String)}. */
    public String host() {
        return values.host;
    }

    /** See {@link #port(int)}. */
    public int port() {
        return values.port;
    }

    /** See {@link #user(String)}. */
    public Optional<String> user() {
        return Optional.ofNullable(values.user);
    }

    /** See {@link #password(String)}. */
    public Optional<String> password() {
        return Optional.ofNullable(values.password);
    }

    /** See {@link #database(int)}. */
    public int database() {
        return values.database;
    }

    /** See {@link #namespace(String)}. */
    public String namespace() {
        return values.namespace;
    }

    /** See {@link #lockKey(String)}; empty for the default. */
    public Optional<String> lockKey() {
        return Optional.ofNullable(values.lockKey);
    }

    /** See {@link #poolSize(int)}. */
    public int poolSize() {
        return values.poolSize;
    }

    /** See {@link #connectTimeout(Duration)}. */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /** See {@link #timeout(Duration)}. */
    public Duration timeout() {
        return values.timeout;
    }

    /** See {@link #retention(Duration)}. */
    public Duration retention() {
        return values.retention;
    }

    /** Refuses what would only show at the server. */
    RedisConfig complete() {
        if (values.lockKey != null && values.lockKey.startsWith(values.namespace + ":")) {
            throw new ConfigurationException(
                    "lock-key is inside the namespace, where names could meet other keys: lock-key=" + values.lockKey
                            + ", namespace=" + values.namespace + "; begin it otherwise");
        }
        if (values.user != null && values.password == null) {
            throw new ConfigurationException(
                    "user without a password: uri=" + this + "; give password(..), or leave user(..) out");
        }
        return this;
    }

    /** What the server says, without the user whom it names. */
    String hidden(@Nullable String reply) {
        String text = String.valueOf(reply);
        return values.user == null ? text : text.replace("User " + values.user + " ", "User *** ");
    }

    /** Where it leads to, for people: no user, no password. */
    @Override
    public String toString() {
        String host = values.host.indexOf(':') >= 0 ? "[" + values.host + "]" : values.host;
        return "redis://" + host + ":" + values.port + "/" + values.database;
    }

    private static int inRange(String parameter, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidInputException(
                    parameter + " is out of range", parameter, Integer.toString(value), "range=" + least + ".." + most);
        }
        return value;
    }

    private static Duration inRange(String parameter, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidInputException(
                    parameter + " is out of range", parameter, value.toString(), "range=" + least + ".." + most);
        }
        return value;
    }

    @FunctionalInterface
    private interface Change {
        void on(Values values);
    }

    private RedisConfig with(Change change) {
        Values next = new Values(values);
        change.on(next);
        return new RedisConfig(next);
    }

    /** Written only before it is published in a config. */
    private static final class Values {
        String host = "localhost";
        int port = DEFAULT_PORT;

        @Nullable
        String user;

        @Nullable
        String password;

        int database;
        String namespace = "holdfast";

        @Nullable
        String lockKey;

        int poolSize = 8;
        Duration connectTimeout = Duration.ofSeconds(5);
        Duration timeout = Duration.ofSeconds(2);
        Duration retention = Duration.ofDays(7);

        Values() {}

        Values(Values other) {
            host = other.host;
            port = other.port;
            user = other.user;
            password = other.password;
            database = other.database;
            namespace = other.namespace;
            lockKey = other.lockKey;
            poolSize = other.poolSize;
            connectTimeout = other.connectTimeout;
            timeout = other.timeout;
            retention = other.retention;
        }
    }
}
