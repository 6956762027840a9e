package dev.holdfast.spi;

import dev.holdfast.lock.InvalidInputException;

/**
 * How much of a name is asked for: the one primitive under all lock kinds. Immutable.
 *
 * @param mode the kind
 * @param weight how much of the capacity, 1..capacity
 * @param capacity how much may be granted at a time (L-1)
 * @param numbered whether a numbered permit (slot) is wanted
 */
public record Share(Mode mode, int weight, int capacity, boolean numbered) {

    /** The kinds of shares. */
    public enum Mode {
        /** One of one. */
        MUTEX,
        /** A reader: one of N. */
        READ,
        /** A writer: N of N. */
        WRITE,
        /** k of n permits. */
        PERMITS
    }

    /** One of one: the plain lock, for which stores keep a fast path. */
    public static final Share MUTEX = new Share(Mode.MUTEX, 1, 1, false);

    /** Checks the ranges. */
    public Share {
        if (weight < 1 || weight > capacity) {
            throw new InvalidInputException(
                    "weight is out of range", "weight", Integer.toString(weight), "range=1.." + capacity);
        }
    }

    /** True for one of one. */
    public boolean isMutex() {
        return capacity == 1;
    }
}
