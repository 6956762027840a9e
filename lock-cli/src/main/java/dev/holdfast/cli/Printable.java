package dev.holdfast.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Text that is safe on a terminal: names may hold any character, also line feeds and escape sequences. */
public final class Printable {

    private Printable() {}

    /** The text on one line, control characters as {@code \n}, {@code \t} or {@code \u001B}. */
    public static String line(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(out, c));
        return out.toString();
    }

    /** A duration for people, to the millisecond. */
    public static String duration(Duration duration) {
        return duration.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** A moment for people, to the second. */
    public static String moment(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static void append(StringBuilder out, int c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                boolean reorders = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
                boolean breaks = c == 0x2028 || c == 0x2029;
                if (Character.isISOControl(c) || reorders || breaks) {
                    out.append(String.format(Locale.ROOT, "\\u%04X", c));
                } else {
                    out.appendCodePoint(c);
                }
            }
        }
    }
}
