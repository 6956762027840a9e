package dev.holdfast.testkit.servers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One raw connection to Redis, to look at it past every library: blocking, RESP2, each read bounded. Not thread-safe.
 *
 * <pre>{@code
 * try (RespClient raw = RespClient.to(server)) {
 *     raw.command("SET", "holdfast:{n}", "somebody", "PX", "3000");
 * }
 * }</pre>
 */
public final class RespClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final byte[] END = {'\r', '\n'};

    private final Socket socket = new Socket();
    private final InputStream in;

    private RespClient(String host, int port, Duration patience) throws IOException {
        int millis = (int) patience.toMillis();
        try {
            socket.connect(new InetSocketAddress(host, port), millis);
            socket.setSoTimeout(millis);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    /**
     * Connects, within 5 s.
     *
     * @throws UncheckedIOException when nobody answers
     */
    public static RespClient to(String host, int port) {
        return to(host, port, PATIENCE);
    }

    /** Connects; every read has the same bound. */
    public static RespClient to(String host, int port, Duration patience) {
        try {
            return new RespClient(host, port, patience);
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Connects to a server. */
    public static RespClient to(RedisServer server) {
        return to(server.host(), server.port());
    }

    /**
     * Sends one command and reads its reply.
     *
     * @return {@code String}, {@code Long}, {@code List} of those, or null
     * @throws RespException when the reply is an error
     */
    public @Nullable Object command(String... words) {
        send(words);
        return read();
    }

    /** The reply as text, empty for none. */
    public String text(String... words) {
        Object reply = command(words);
        return reply == null ? "" : reply.toString();
    }

    /** The reply as a whole number. */
    public long number(String... words) {
        return Long.parseLong(text(words));
    }

    /** Sends one command and does not wait. */
    public void send(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        line(out, "*" + words.length);
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            line(out, "$" + bytes.length);
            out.writeBytes(bytes);
            out.writeBytes(END);
        }
        try {
            socket.getOutputStream().write(out.toByteArray());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void line(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        out.writeBytes(END);
    }

    /** Reads the next reply or push. */
    public @Nullable Object read() {
        try {
            String head = line();
            String rest = head.substring(1);
            return switch (head.charAt(0)) {
                case '+' -> rest;
                case '-' -> throw new RespException(rest);
                case ':' -> Long.valueOf(rest);
                case '$' -> bulk(Integer.parseInt(rest));
                case '*' -> array(Integer.parseInt(rest));
                default -> throw new IOException("not RESP2: " + head);
            };
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length + END.length);
        if (bytes.length < length + END.length) {
            throw new EOFException("connection ended in a reply");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> array(int length) {
        if (length < 0) {
            return null;
        }
        List<@Nullable Object> items = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            items.add(read());
        }
        return items;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("connection ended");
            }
            line.write(c);
        }
        if (in.read() != '\n') {
            throw new IOException("line does not end");
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** {@code INFO} of a section, by name. */
    public Map<String, String> info(String section) {
        Map<String, String> info = new LinkedHashMap<>();
        Arrays.stream(text("INFO", section).split("\r\n"))
                .map(line -> line.split(":", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> info.put(pair[0], pair[1]));
        return info;
    }

    /** Closes the connection. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            throw new UncheckedIOException(alreadyBroken);
        }
    }
}
