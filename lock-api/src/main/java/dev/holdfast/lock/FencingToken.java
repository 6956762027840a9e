package dev.holdfast.lock;

import java.io.Serializable;
import java.util.Locale;

/**
 * A positive number that strictly rises per name in grant order (F-1). Hand it to the resource, which rejects a lower
 * one than the highest it has seen (F-3). Immutable.
 *
 * <p>Tokens exceed 2^53, so JSON, HTTP headers and metrics carry the text form: 19 digits, zero padded, whose
 * alphabetical order is the numeric one.
 *
 * @param value 1..{@link Long#MAX_VALUE}
 */
public record FencingToken(long value) implements Comparable<FencingToken>, Serializable {

    private static final int DIGITS = 19;

    /** @throws InvalidInputException when the value is not positive */
    public FencingToken {
        if (value <= 0) {
            throw new InvalidInputException("fencing token must be positive", "token", Long.toString(value));
        }
    }

    /**
     * Reads the text form; fewer digits than 19 are accepted.
     *
     * @throws InvalidInputException when the text is not 1..19 digits or not in range
     */
    public static FencingToken parse(String text) {
        boolean digits =
                !text.isEmpty() && text.length() <= DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits) {
            throw new InvalidInputException("fencing token is not a number of at most 19 digits", "token", text);
        }
        try {
            return new FencingToken(Long.parseLong(text));
        } catch (NumberFormatException tooLarge) {
            throw new InvalidInputException("fencing token is out of range", "token", text);
        }
    }

    @Override
    public int compareTo(FencingToken other) {
        return Long.compare(value, other.value);
    }

    /** The canonical text: 19 digits, zero padded. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%019d", value);
    }
}
