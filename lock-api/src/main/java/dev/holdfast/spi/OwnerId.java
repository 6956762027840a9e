package dev.holdfast.spi;

import dev.holdfast.lock.InvalidInputException;

/**
 * Identifies one grant for ever: the client (fresh per process start) and a number that rises within it. Never a thread.
 * Immutable.
 *
 * @param client letters and digits, 1..64
 * @param sequence 1 or more
 */
public record OwnerId(String client, long sequence) {

    private static final int RADIX = 36;

    /** Checks the form. */
    public OwnerId {
        if (!client.matches("[A-Za-z0-9]{1,64}") || sequence < 1) {
            throw new InvalidInputException("not an owner id", "owner", client + "-" + sequence);
        }
    }

    /** The text form that stores write: {@code <client>-<sequence in base 36>}. */
    @Override
    public String toString() {
        return client + "-" + Long.toString(sequence, RADIX);
    }

    /**
     * Reads the text form.
     *
     * @throws InvalidInputException when it is not one
     */
    public static OwnerId parse(String text) {
        int dash = text.indexOf('-');
        if (dash > 0) {
            try {
                OwnerId id = new OwnerId(text.substring(0, dash), Long.parseLong(text.substring(dash + 1), RADIX));
                if (id.toString().equals(text)) {
                    return id;
                }
            } catch (NumberFormatException notANumber) {
                // falls through to the one error
            }
        }
        throw new InvalidInputException("not an owner id", "owner", text);
    }
}
