package dev.holdfast.redis;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Capabilities;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;

/**
 * What is asked of a node at open: that it allows every command the scripts use, and how it is set up. What the store cannot do
 * without is refused with the name of the command; what endangers locks is warned of. Costs one script, one subscription and up to
 * four reads; a user who may not read the settings gets no warnings from them.
 */
final class StartupProbe {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final RedisConfig config;
    private final Keys keys;
    private final Connections connections;
    private final RedisNode node;

    StartupProbe(RedisConfig config, RedisNode node) {
        this.config = config;
        this.keys = new Keys(config);
        this.connections = new Connections(config);
        this.node = node;
    }

    /** @throws StoreUnavailableException when the node cannot be reached, or refuses a command that is needed */
    Capabilities run(BackendContext context) {
        tryCommands(context.client());
        trySubscription(keys.channels() + context.client());
        Map<String, String> info = info();
        boolean appendsOnly = "1".equals(info.get("aof_enabled"));
        warn(context, info, appendsOnly);
        return RedisCapabilities.of(
                appendsOnly && setting("appendfsync").filter("always"::equals).isPresent());
    }

    private void tryCommands(String client) {
        List<byte[]> own =
                List.of(keys.lock("probe-" + client), keys.probe(client, "fence"), keys.probe(client, "queue"));
        List<byte[]> channel = List.of(Keys.utf8(keys.channels() + client));
        String missing;
        try {
            missing = Answers.text(List.of(node.script(Script.PROBE, own, channel, WITHIN)), 0);
        } catch (RedisFailure failure) {
            if (failure.kind() != RedisFailure.Kind.REFUSED) {
                throw new StoreUnavailableException(failure.text(), failure.getCause());
            }
            missing = "EVALSHA and EVAL: "
                    + (failure.getCause() == null
                            ? failure.text()
                            : config.hidden(failure.getCause().getMessage()));
        }
        if (!missing.isEmpty()) {
            throw new StoreUnavailableException(
                    "Redis refuses what the store needs: uri=" + config + ", command=" + missing + "; "
                            + remedy(missing),
                    null);
        }
    }

    private static String remedy(String missing) {
        return missing.contains("READONLY")
                ? "it is a read-only replica, connect to the primary"
                : "allow the command to this user, see docs/backends/redis.md";
    }

    private void trySubscription(String channel) {
        Connection connection = null;
        try {
            connection = connections.make(WITHIN);
            connection.sendCommand(Protocol.Command.SUBSCRIBE, Keys.utf8(channel));
            Object unused = connection.getOne();
        } catch (RuntimeException refused) {
            boolean denied = String.valueOf(refused.getMessage()).startsWith("NOPERM");
            throw new StoreUnavailableException(
                    "Redis refuses what the store needs: uri=" + config + ", command=SUBSCRIBE: "
                            + config.hidden(JedisNode.reason(refused)) + "; "
                            + (denied ? remedy("") : JedisNode.remedy(refused)),
                    refused);
        } finally {
            if (connection != null) {
                connection.disconnect();
            }
        }
    }

    private void warn(BackendContext context, Map<String, String> info, boolean appendsOnly) {
        String policy = info.getOrDefault("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction") && !"0".equals(info.getOrDefault("maxmemory", "0"))) {
            context.events()
                    .warning("Redis may evict held locks: uri=" + config + ", maxmemory-policy=" + policy
                            + "; set maxmemory-policy noeviction");
        }
        if (!info.isEmpty() && !appendsOnly) {
            String snapshots =
                    setting("save").map(save -> ", save=\"" + save + "\"").orElse("");
            context.events()
                    .warning("Redis forgets held locks when it restarts: uri=" + config + ", appendonly=no" + snapshots
                            + "; set appendonly yes, and appendfsync always where none may be forgotten");
        }
        boolean replicas = !"0".equals(info.getOrDefault("connected_slaves", "0"));
        if (replicas && setting("min-replicas-to-write").filter("0"::equals).isPresent()) {
            context.events()
                    .warning("a fail-over may lose locks that no replica has seen: uri=" + config
                            + ", min-replicas-to-write=0; set it to 1 or more");
        }
    }

    private Map<String, String> info() {
        Map<String, String> info = new HashMap<>();
        String text = read(List.of(Keys.utf8("INFO")));
        for (String line : text == null ? new String[0] : text.split("\r\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                info.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return info;
    }

    private Optional<String> setting(String name) {
        String text = read(List.of(Keys.utf8("CONFIG"), Keys.utf8("GET"), Keys.utf8(name)));
        return Optional.ofNullable(text);
    }

    /** A text, or the second of a pair; null when the user may not read it. */
    private @Nullable String read(List<byte[]> command) {
        try {
            Object reply = node.command(WITHIN, command);
            if (reply instanceof List<?> pair) {
                return pair.size() < 2 ? null : Answers.text(pair, 1);
            }
            return reply == null ? null : Answers.text(List.of(reply), 0);
        } catch (RedisFailure notAllowed) {
            LOG.debug("settings of Redis cannot be read: cause={}", notAllowed.text());
            return null;
        }
    }
}
