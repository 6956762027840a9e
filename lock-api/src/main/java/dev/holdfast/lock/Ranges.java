package dev.holdfast.lock;

import java.time.Duration;

/** Checks of durations, with one text for all of them. */
final class Ranges {

    private Ranges() {}

    static void check(String parameter, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidInputException(
                    parameter + " is out of range", parameter, value.toString(), "range=" + least + ".." + most);
        }
    }

    static void checkWait(Duration wait) {
        if (wait.isNegative()) {
            throw new InvalidInputException(
                    "wait must not be negative", "wait", wait.toString(), "use zero for one attempt");
        }
    }
}
