package dev.holdfast.redis;

import dev.holdfast.testkit.servers.RespClient;
import dev.holdfast.testkit.servers.RespException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls the scripts by hand for owners of any client, and hears what they push. Used by one thread. */
final class ScriptDriver implements AutoCloseable {

    static final long LEASE = 30_000;
    static final String RETENTION = "3600000";

    final RespClient raw;
    final String namespace;

    private final String host;
    private final int port;
    private final ScriptTexts texts;
    private final Keys keys;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** The text of each script, whole or with a mistake. */
    interface ScriptTexts {
        String of(Script script);
    }

    ScriptDriver(String host, int port, String namespace, ScriptTexts texts) {
        this.host = host;
        this.port = port;
        this.namespace = namespace;
        this.texts = texts;
        this.keys = new Keys(RedisConfig.DEFAULTS.namespace(namespace));
        this.raw = RespClient.to(host, port);
    }

    String lock(String name) {
        return text(keys.lock(name));
    }

    String part(String name, String part) {
        return text(keys.fence(name)).replaceAll(":fence$", ":" + part);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The first part of what contend.lua answers. */
    String contend(String mode, String name, String owner, long lease) {
        return String.valueOf(contendAll(mode, name, owner, lease).get(0));
    }

    List<?> contendAll(String mode, String name, String owner, long lease) {
        return list(call(Script.CONTEND, keys.all(name, owner), contendArguments(mode, name, owner, lease)));
    }

    private List<String> contendArguments(String mode, String name, String owner, long lease) {
        String cut = keys.givesBack(name) ? "" : name;
        return List.of(
                mode, owner, Long.toString(lease), "0", namespace + ":wake:", RETENTION, cut, "h", "1", "app", "note");
    }

    String release(String name, String owner, boolean doubtful) {
        return String.valueOf(list(call(Script.RELEASE, keys.all(name, owner), releaseArguments(owner, doubtful)))
                .get(0));
    }

    private List<String> releaseArguments(String owner, boolean doubtful) {
        return List.of(owner, doubtful ? "1" : "", "60000", namespace + ":wake:", RETENTION);
    }

    List<?> swap(String name, String owner, String next) {
        List<byte[]> both = new ArrayList<>(keys.all(name, owner));
        both.add(keys.dead(name, next));
        List<String> arguments = new ArrayList<>(releaseArguments(owner, false));
        arguments.addAll(contendArguments("J", name, next, LEASE));
        return list(call(Script.SWAP, both, arguments));
    }

    List<?> renew(List<String> names, String owner, long lease) {
        List<byte[]> locks = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        for (String name : names) {
            locks.add(keys.lock(name));
            arguments.add(owner);
            arguments.add(Long.toString(lease));
        }
        return list(call(Script.RENEW, locks, arguments));
    }

    Object force(String name, String owner, String reason) {
        return call(
                Script.FORCE, keys.all(name, owner), List.of(owner, reason, "60000", namespace + ":wake:", RETENTION));
    }

    /** @return the mark that refused, or empty */
    String guard(String key, String token, @Nullable String value) {
        List<byte[]> both = new ArrayList<>(List.of(Keys.utf8(key + ":fence")));
        List<String> arguments = new ArrayList<>(List.of(token));
        if (value != null) {
            both.add(Keys.utf8(key));
            arguments.add(value);
        }
        return String.valueOf(call(Script.GUARD, both, arguments));
    }

    private Object call(Script script, List<byte[]> keysOf, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("EVAL", texts.of(script), Integer.toString(keysOf.size())));
        keysOf.forEach(key -> words.add(text(key)));
        words.addAll(arguments);
        return Objects.requireNonNull(raw.command(words.toArray(new String[0])));
    }

    private static List<?> list(Object reply) {
        return reply instanceof List<?> list ? list : List.of();
    }

    long pttl(String key) {
        return raw.number("PTTL", key);
    }

    String fence(String name, String field) {
        return raw.text("HGET", part(name, "fence"), field);
    }

    List<?> queue(String name) {
        return list(Objects.requireNonNull(raw.command("ZRANGE", part(name, "queue"), "0", "-1")));
    }

    /** A contender whose client listens, queued. */
    Ear join(String name, String owner, long lease) {
        Ear ear = new Ear(owner.substring(0, owner.indexOf('-')));
        String reply = contend("J", name, owner, lease);
        if (!reply.equals("B")) {
            throw new AssertionError(owner + " is not queued: " + reply);
        }
        return ear;
    }

    /** What a client's channel gives. */
    final class Ear {
        private final RespClient subscriber;

        Ear(String client) {
            subscriber = RespClient.to(host, port, Duration.ofMillis(300));
            opened.push(subscriber);
            subscriber.command("SUBSCRIBE", namespace + ":wake:" + client);
        }

        /** The next message, or empty when there is none. */
        String next() {
            try {
                Object message = subscriber.read();
                return message instanceof List<?> parts ? String.valueOf(parts.get(2)) : "";
            } catch (UncheckedIOException | RespException none) {
                return "";
            }
        }
    }

    @Override
    public void close() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
        raw.close();
    }
}
