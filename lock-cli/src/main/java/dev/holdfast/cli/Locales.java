package dev.holdfast.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * In the locale {@code C} Java reads every character outside ASCII as a question mark: two lock names would become one, and
 * the program would get other arguments than were given. That is refused rather than done.
 */
final class Locales {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private Locales() {}

    static boolean check(Console console, String[] args) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        if (!isAsciiOnly(encoding) || isAscii(rawCommandLine())) {
            return true;
        }
        console.error("arguments cannot be read in this locale: encoding=" + encoding + ", arguments=" + args.length
                + "; set LC_ALL=C.UTF-8");
        return false;
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
