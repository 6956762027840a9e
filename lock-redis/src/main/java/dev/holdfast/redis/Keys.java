package dev.holdfast.redis;

import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.spi.Names;
import dev.holdfast.spi.OwnerId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is called how in Redis. All keys of a name share the hash tag {@code {<encoded name>}}, so they are in one slot of a
 * cluster. The lock key may follow a template instead, with the name verbatim, to exclude clients of other make. Immutable.
 */
final class Keys {

    /** Where a template has the name. */
    static final String PLACEHOLDER = "{name}";

    private static final int MOST_CHARS = 400;

    private final String namespace;
    private final String head;
    private final String tail;
    private final boolean verbatim;

    Keys(RedisConfig config) {
        namespace = config.namespace();
        String template = config.lockKey().orElse(namespace + ":{" + PLACEHOLDER + "}");
        int at = template.indexOf(PLACEHOLDER);
        head = template.substring(0, at);
        tail = template.substring(at + PLACEHOLDER.length());
        verbatim = config.lockKey().isPresent();
    }

    byte[] lock(String name) {
        return utf8(lockKey(name));
    }

    private String lockKey(String name) {
        return head + (verbatim ? name : encoded(name)) + tail;
    }

    /** The lock of a name. */
    Found of(String name) {
        return new Found(lockKey(name), encoded(name), name);
    }

    byte[] fence(String name) {
        return utf8(base(name) + ":fence");
    }

    byte[] waiters(String name) {
        return utf8(base(name) + ":waiters");
    }

    byte[] dead(String name, OwnerId owner) {
        return dead(name, owner.toString());
    }

    byte[] dead(String name, String owner) {
        return utf8(base(name) + ":dead:" + owner);
    }

    /** What the scripts of functions.lua want, in their order. */
    List<byte[]> all(String name, String owner) {
        return List.of(lock(name), fence(name), utf8(base(name) + ":queue"), waiters(name), dead(name, owner));
    }

    /** The channel of a client is this and its id. */
    String channels() {
        return namespace + ":wake:";
    }

    /** Keys that belong to no name. */
    byte[] probe(String client, String part) {
        return utf8(namespace + ":probe:{" + client + "}:" + part);
    }

    /** Matches every lock key whose name begins with the prefix, and perhaps more. */
    String pattern(String prefix) {
        String encoded = verbatim ? prefix : Names.encode(prefix.isEmpty() ? "x" : prefix, Integer.MAX_VALUE);
        boolean useless = prefix.isEmpty() || encoded.length() > MOST_CHARS / 2 || prefix.startsWith(".");
        return glob(head) + (useless ? "" : glob(encoded)) + "*" + glob(tail);
    }

    /**
     * A lock key that was found.
     *
     * @param name null where the key has only the head of it
     */
    record Found(String lock, String encoded, @Nullable String name) {}

    /** What a key is; null when it is no lock of this namespace. */
    @Nullable
    Found found(byte[] lockKey) {
        String key = new String(lockKey, StandardCharsets.UTF_8);
        if (key.length() <= head.length() + tail.length() || !key.startsWith(head) || !key.endsWith(tail)) {
            return null;
        }
        String inner = key.substring(head.length(), key.length() - tail.length());
        try {
            if (verbatim) {
                return new Found(key, encoded(Names.check(inner)), inner);
            }
            return new Found(key, inner, Names.isCut(inner) ? null : Names.decode(inner));
        } catch (InvalidInputException foreign) {
            return null;
        }
    }

    /** The keys that show.lua wants of a lock. */
    List<byte[]> shown(Found found) {
        String base = namespace + ":{" + found.encoded + "}";
        return List.of(utf8(found.lock), utf8(base + ":fence"), utf8(base + ":waiters"));
    }

    /** Whether the keys of the name give it back. */
    boolean givesBack(String name) {
        return verbatim || !Names.isCut(encoded(name));
    }

    private String base(String name) {
        return namespace + ":{" + encoded(name) + "}";
    }

    private static String encoded(String name) {
        return Names.encode(name, MOST_CHARS);
    }

    private static String glob(String text) {
        return text.replaceAll("([\\\\*?\\[\\]^-])", "\\\\$1");
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
