package dev.holdfast.spi;

import dev.holdfast.lock.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Lock names, and the one escaping that all stores use for keys (L-11): injective, readable, safe in paths, keys and
 * file names.
 *
 * <p>Letters, digits, {@code -}, {@code _} and {@code .} stand for themselves, every other byte of the UTF-8 form is
 * {@code %XX}; so are the dots of the names {@code .} and {@code ..}. What gets longer than the limit is cut to a
 * readable head, {@code ~} and the SHA-256 of the whole name; as {@code ~} is otherwise escaped, the two forms never
 * meet. A store that may cut a name keeps the original beside it.
 */
public final class Names {

    /** The longest name in bytes of UTF-8. */
    public static final int MAX_BYTES = 512;

    private static final int LEAST_LIMIT = 80;
    private static final int HASH_CHARS = 64;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Names() {}

    /**
     * Checks a name.
     *
     * @return the name
     * @throws InvalidInputException when it is empty, longer than 512 bytes of UTF-8 or has a lone surrogate
     */
    public static String check(String name) {
        if (name.isEmpty()) {
            throw new InvalidInputException("name must not be empty", "name", "\"\"");
        }
        int bytes = utf8(name).remaining();
        if (bytes > MAX_BYTES) {
            String head =
                    name.substring(0, name.offsetByCodePoints(0, Math.min(32, name.codePointCount(0, name.length()))));
            throw new InvalidInputException(
                    "name is too long", "name", "\"" + head + "…\"", "bytes=" + bytes + ", limit=" + MAX_BYTES);
        }
        return name;
    }

    /**
     * The key form of a name.
     *
     * @param limit the most characters of the result, 80 or more
     */
    public static String encode(String name, int limit) {
        if (limit < LEAST_LIMIT) {
            throw new InvalidInputException(
                    "limit is too small", "limit", Integer.toString(limit), "least=" + LEAST_LIMIT);
        }
        ByteBuffer bytes = utf8(name);
        byte[] raw = new byte[bytes.remaining()];
        bytes.get(raw);
        boolean onlyDots = name.equals(".") || name.equals("..");
        StringBuilder out = new StringBuilder(raw.length + 16);
        for (byte b : raw) {
            if (plain(b) && !(onlyDots && b == '.')) {
                out.append((char) b);
            } else {
                out.append('%').append(HEX.toHexDigits(b));
            }
        }
        return out.length() <= limit ? out.toString() : cut(out, limit) + "~" + sha256(raw);
    }

    /** Whether the key form was cut, so that {@link #decode} cannot give the name back. */
    public static boolean isCut(String encoded) {
        return encoded.indexOf('~') >= 0;
    }

    /**
     * The name of a key form that was not cut.
     *
     * @throws InvalidInputException when the text is not such a form
     */
    public static String decode(String encoded) {
        ByteBuffer out = ByteBuffer.allocate(encoded.length());
        try {
            for (int i = 0; i < encoded.length(); i++) {
                char c = encoded.charAt(i);
                if (c == '%') {
                    out.put((byte) HexFormat.fromHexDigits(encoded, i + 1, i + 3));
                    i += 2;
                } else if (c < 128 && plain((byte) c)) {
                    out.put((byte) c);
                } else {
                    throw new IllegalArgumentException("not plain");
                }
            }
            String name = StandardCharsets.UTF_8.newDecoder().decode(out.flip()).toString();
            if (!name.isEmpty() && encode(name, Integer.MAX_VALUE).equals(encoded)) {
                return name;
            }
            throw new IllegalArgumentException("not as written");
        } catch (IllegalArgumentException | IndexOutOfBoundsException | CharacterCodingException notOurs) {
            throw new InvalidInputException("not an encoded name", "key", encoded);
        }
    }

    private static String cut(StringBuilder encoded, int limit) {
        int end = limit - HASH_CHARS - 1;
        int percent = encoded.lastIndexOf("%", end - 1);
        boolean splitsEscape = percent >= 0 && percent > end - 3;
        return encoded.substring(0, splitsEscape ? percent : end);
    }

    private static boolean plain(byte b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '-'
                || b == '_'
                || b == '.';
    }

    private static ByteBuffer utf8(String name) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(name));
        } catch (CharacterCodingException loneSurrogate) {
            throw new InvalidInputException(
                    "name has a lone surrogate", "name", printable(name), "names are well-formed Unicode text");
        }
    }

    private static String printable(String name) {
        StringBuilder out = new StringBuilder("\"");
        name.chars().limit(32).forEach(c -> {
            if (Character.isSurrogate((char) c)) {
                out.append(String.format("\\u%04X", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }

    private static String sha256(byte[] raw) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(raw));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
