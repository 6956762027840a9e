package dev.holdfast.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A Lua script of ours, from the resource of its name; its header is its contract. Immutable. */
@SuppressWarnings("ImmutableEnumChecker") // its arrays are written once, and given away as copies
enum Script {
    CONTEND(true),
    RELEASE(true),
    SWAP(true),
    FORCE(true),
    RENEW(false),
    FATE(false),
    SHOW(false),
    PROBE(false),
    GUARD(false);

    private static final String SHARED = "functions";

    private final byte[] text;
    private final byte[] digest;

    Script(boolean shares) {
        String own = read(name().toLowerCase(java.util.Locale.ROOT));
        text = utf8(shares ? read(Script.SHARED) + own : own);
        digest = utf8(sha1(text));
    }

    byte[] text() {
        return text.clone();
    }

    byte[] digest() {
        return digest.clone();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("script is missing in the jar: name=" + name + ".lua");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What EVALSHA calls a script by. */
    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
