package dev.holdfast.spi;

import dev.holdfast.lock.InvalidInputException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people type them: {@code 500ms 10s 2m 1h 7d PT10S}. A bare number is refused: its unit would be a guess. */
public final class DurationText {

    private static final Pattern SHORT = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final String REMEDY = "write for example 500ms, 10s, 2m, 1h, 7d or PT10S";

    private DurationText() {}

    /**
     * Reads a duration.
     *
     * @param parameter what to call it in the error
     * @throws InvalidInputException when it is not one; negative ISO durations are read, ranges are the caller's matter
     */
    public static Duration parse(String parameter, String text) {
        Matcher matcher = SHORT.matcher(text.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            return of(Long.parseLong(matcher.group(1)), matcher.group(2));
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException notIso) {
            throw new InvalidInputException("not a duration", parameter, text, REMEDY);
        }
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
