package dev.holdfast.cli.demo;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a worker tells the demo: one line {@code KIND token number text} on its standard output. Immutable.
 *
 * @param kind what
 * @param token the token of its lease, zero where there is none
 * @param number the stock it read or wrote, or the highest token seen
 * @param text for people
 */
record Message(Kind kind, long token, long number, String text) {

    private static final int PARTS = 4;

    /** What a worker can tell. */
    enum Kind {
        /** It can begin. */
        READY,
        /** It got the lock. */
        GRANTED,
        /** It stands between read and write and waits for {@code go}. */
        BETWEEN_READ_AND_WRITE,
        /** It sold one. */
        SOLD,
        /** Its write was refused: its token is below the highest seen. */
        REJECTED,
        /** It ends as it was told to. */
        STOPPED,
        /** It cannot go on. */
        FAILED,
        /** Its output ended. */
        GONE
    }

    String line() {
        return kind + " " + token + " " + number + " " + text.replace('\n', ' ');
    }

    static Optional<Message> parse(String line) {
        String[] parts = line.split(" ", PARTS);
        boolean ours = parts.length >= PARTS - 1
                && Arrays.stream(Kind.values()).anyMatch(k -> k.name().equals(parts[0]))
                && parts[1].matches("\\d{1,19}")
                && parts[2].matches("-?\\d{1,19}");
        return ours
                ? Optional.of(new Message(
                        Kind.valueOf(parts[0]),
                        Long.parseLong(parts[1]),
                        Long.parseLong(parts[2]),
                        parts.length == PARTS ? parts[PARTS - 1] : ""))
                : Optional.empty();
    }
}
