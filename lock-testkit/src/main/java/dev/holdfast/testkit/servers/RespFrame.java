package dev.holdfast.testkit.servers;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One whole frame of RESP2 or RESP3, byte for byte, and for a client's command its words. Immutable. */
final class RespFrame {

    private final byte[] bytes;
    private final List<String> words;
    private final boolean push;

    private RespFrame(byte[] bytes, List<String> words, boolean push) {
        this.bytes = bytes;
        this.words = words;
        this.push = push;
    }

    /** As they came. Not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Of an array of bulk strings; empty for what is no command. */
    List<String> words() {
        return words;
    }

    /** Whether the server sent it on its own account (RESP3). */
    boolean push() {
        return push;
    }

    /** The command's name in upper case; empty for what is no command. */
    String command() {
        return words.isEmpty() ? "" : words.get(0).toUpperCase(Locale.ROOT);
    }

    /** Reads one, waiting for all of it; null when the stream ends before it begins. */
    static @Nullable RespFrame read(InputStream in) throws IOException {
        Reader reader = new Reader(in);
        int type = in.read();
        if (type < 0) {
            return null;
        }
        reader.frame(type, 0);
        return new RespFrame(reader.bytes.toByteArray(), List.copyOf(reader.words), type == '>');
    }

    private static final class Reader {
        private final InputStream in;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final List<String> words = new ArrayList<>();

        Reader(InputStream in) {
            this.in = in;
        }

        void frame(int type, int depth) throws IOException {
            bytes.write(type);
            String line = line();
            switch (type) {
                case '+', '-', ':', '_', '#', ',', '(' -> {}
                case '$', '!', '=' -> bulk(Integer.parseInt(line), depth);
                case '*', '~', '>' -> frames(Integer.parseInt(line), depth);
                case '%' -> frames(2 * Integer.parseInt(line), depth);
                case '|' -> {
                    frames(2 * Integer.parseInt(line), depth);
                    frame(next(), depth); // an attribute belongs to what follows
                }
                default -> throw new IOException("not RESP: type=" + type);
            }
        }

        private void frames(int count, int depth) throws IOException {
            for (int i = 0; i < count; i++) {
                frame(next(), depth + 1);
            }
        }

        private void bulk(int length, int depth) throws IOException {
            if (length < 0) {
                return;
            }
            byte[] text = in.readNBytes(length + 2);
            if (text.length < length + 2) {
                throw new EOFException("stream ended in a frame");
            }
            bytes.writeBytes(text);
            if (depth == 1) {
                words.add(new String(text, 0, length, StandardCharsets.UTF_8));
            }
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int c = next(); ; c = next()) {
                bytes.write(c);
                if (c == '\n') {
                    return line.toString(StandardCharsets.UTF_8);
                }
                if (c != '\r') {
                    line.write(c);
                }
            }
        }

        private int next() throws IOException {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("stream ended in a frame");
            }
            return c;
        }
    }
}
