package dev.holdfast.cli;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.Nearest;
import dev.holdfast.spi.StoreUri;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file: Java properties in UTF-8; its only key so far is {@code store}. Read line by line, so that errors name
 * the line, and stricter than properties are: a key given twice, a value with a comment behind it, or an empty one is refused,
 * because a file that is misread would be another store.
 */
final class ConfigFile {

    private static final String STORE = "store";
    private static final String BYTE_ORDER_MARK = "\ufeff";
    private static final Set<String> KNOWN = Set.of(STORE);
    private static final Pattern COMMENT_BEHIND = Pattern.compile("\\s#");
    private static final Pattern COMMENT_OR_BLANK = Pattern.compile("\\s*([#!].*)?", Pattern.DOTALL);
    private static final Pattern CONTINUED = Pattern.compile("(.*[^\\\\])?(\\\\\\\\)*\\\\", Pattern.DOTALL);

    private final Path path;

    ConfigFile(Path path) {
        this.path = path;
    }

    /** A value and the number of the line that it begins in. */
    private record Entry(String value, int line) {}

    /**
     * The store that it names; empty where there is no file or no such key.
     *
     * @throws ConfigurationException when it cannot be read, or has a line that can be misunderstood
     */
    Optional<String> store() {
        if (!exists()) {
            return Optional.empty();
        }
        @Nullable Entry found = null;
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            int line = i + 1;
            if (COMMENT_OR_BLANK.matcher(lines.get(i)).matches()) {
                continue;
            }
            StringBuilder whole = new StringBuilder(lines.get(i));
            while (CONTINUED.matcher(lines.get(i)).matches() && i + 1 < lines.size()) {
                i++;
                whole.append('\n').append(lines.get(i));
            }
            found = once(found, entry(whole.toString(), line));
        }
        return Optional.ofNullable(found).map(Entry::value);
    }

    /** False only where there surely is none: one that cannot be looked at may name another store than the default. */
    private boolean exists() {
        try {
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (NoSuchFileException none) {
            return false;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private List<String> lines() {
        if (Files.isDirectory(path)) {
            throw new ConfigurationException(
                    "configuration file is a folder: path=\"" + path + "\"; put a file in its place, or move it away");
        }
        try {
            String text = text(Files.readAllBytes(path));
            return text.substring(text.startsWith(BYTE_ORDER_MARK) ? 1 : 0)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private String text(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length); // no character has less than a byte
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        if (decoder.decode(in, out, true).isError()) {
            String before = out.flip().toString();
            int line = (int) (before + "x").lines().count();
            throw new ConfigurationException("configuration file is not UTF-8" + at(line, ":") + "; save it as UTF-8");
        }
        return out.flip().toString();
    }

    private ConfigurationException unreadable(IOException e) {
        return new ConfigurationException(
                "configuration file cannot be read: path=\"" + path + "\", reason=" + StoreSelection.reason(e), e);
    }

    private Entry once(@Nullable Entry before, Entry entry) {
        if (before != null) {
            throw new ConfigurationException("key is given twice in configuration file: key=\"" + STORE + "\""
                    + at(entry.line) + ", first=" + before.line + "; keep one");
        }
        return entry;
    }

    /** One line, with those that continue it. */
    private Entry entry(String text, int line) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException badEscape) {
            throw new ConfigurationException(
                    "configuration file is malformed" + at(line, ":") + "; write \\\\ for a backslash", badEscape);
        }
        String key = one.stringPropertyNames().stream().findFirst().orElse("");
        requireKnown(key, line);
        String value = one.getProperty(key, "").strip();
        if (value.isEmpty()) {
            throw new ConfigurationException(
                    "value is missing in configuration file: key=\"" + STORE + "\"" + at(line) + "; write store = URI");
        }
        String shown = shown(value, line);
        if (COMMENT_BEHIND.matcher(value).find()) {
            throw new ConfigurationException(
                    "comment behind a value in configuration file: key=\"" + STORE + "\"" + at(line) + ", value="
                            + shown + "; give the comment a line of its own, and a path with \" #\" by HOLDFAST_STORE");
        }
        return new Entry(value, line);
    }

    private void requireKnown(String key, int line) {
        if (!KNOWN.contains(key)) {
            String nearest = Nearest.of(key, KNOWN)
                    .map(n -> "; did you mean \"" + n + "\"?")
                    .orElse("");
            throw new ConfigurationException("unknown key in configuration file: key=\"" + Secrets.hide(key) + "\""
                    + at(line) + ", known=" + KNOWN + nearest);
        }
    }

    /** The URI without its secrets. */
    private String shown(String value, int line) {
        try {
            return StoreUri.parse(value).toString();
        } catch (ConfigurationException malformed) {
            throw new ConfigurationException(
                    "store in configuration file is wrong" + at(line, ":") + ", cause=" + malformed.getMessage(),
                    malformed);
        }
    }

    private String at(int line) {
        return at(line, ",");
    }

    private String at(int line, String mark) {
        return mark + " path=\"" + path + "\", line=" + line;
    }
}
