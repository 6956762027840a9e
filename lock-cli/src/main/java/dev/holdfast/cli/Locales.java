package dev.holdfast.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * In the locale {@code C} Java reads every character outside ASCII as a question mark: two lock names would become one, and
 * the program would get other arguments than were given; in UTF-8 the same happens to bytes that are none. That is refused
 * rather than done.
 */
final class Locales {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private Locales() {}

    static boolean check(Console console, String[] args) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        byte[] raw = rawCommandLine();
        if (encoding.equalsIgnoreCase("UTF-8") && !isUtf8(raw)) {
            console.error("arguments are not valid UTF-8, and Java would change them: arguments=" + args.length
                    + "; rename the file, or pass it by the working folder or the environment");
            return false;
        }
        if (!isAsciiOnly(encoding) || isAscii(raw)) {
            return true;
        }
        console.error("arguments cannot be read in this locale: encoding=" + encoding + ", arguments=" + args.length
                + "; set LC_ALL=C.UTF-8");
        return false;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .hasRemaining()
                    || bytes.length == 0;
        } catch (CharacterCodingException invalid) {
            return false;
        }
    }

    private static boolean isAsciiOnly(String encoding) {
        return Charset.isSupported(encoding) && Charset.forName(encoding).equals(StandardCharsets.US_ASCII);
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] rawCommandLine() {
        try {
            return Files.readAllBytes(COMMAND_LINE);
        } catch (IOException notLinux) {
            return new byte[0];
        }
    }
}
