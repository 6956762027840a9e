package dev.holdfast.redis;

import dev.holdfast.lock.Holder;
import dev.holdfast.spi.Tokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what the scripts answer. */
final class Answers {

    /** What PTTL answers where there is no key. */
    static final long NO_KEY = -2;

    private static final Pattern OURS = Pattern.compile("[A-Za-z0-9]{1,64}-[0-9a-z]{1,13}");

    private Answers() {}

    /** Whether the lock is held by a client of other make. A fence that ran out, or was evicted, names nobody. */
    static boolean isForeign(String value, String owner) {
        return value.isEmpty()
                || (!value.equals(owner)
                        && !(owner.isEmpty() && OURS.matcher(value).matches()));
    }

    static List<?> list(Object reply) {
        if (reply instanceof List<?> list) {
            return list;
        }
        throw new IllegalStateException(
                "script answered something else: type=" + reply.getClass().getName());
    }

    /** The text of a reply's part; foreign values need not be UTF-8 and are shown as far as they are. */
    static String text(List<?> reply, int index) {
        Object part = reply.get(index);
        return part instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(part);
    }

    static long number(List<?> reply, int index) {
        Object part = reply.get(index);
        return part instanceof Long number ? number : number(text(reply, index));
    }

    private static long number(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException foreign) {
            return 0;
        }
    }

    /**
     * What a Busy reply, or a row of show.lua from its own index on, tells of the holder.
     *
     * @param value of the lock key
     * @param owner the fence's; another value in the lock key is that of a client of other make
     * @param at the index of {@code s h p a w}
     */
    static Holder holder(String value, String owner, List<?> reply, int at, Duration remaining) {
        if (value.isEmpty() || !value.equals(owner)) {
            boolean foreign = isForeign(value, owner);
            String note = foreign ? "foreign owner " + value : "its fence has run out";
            return new Holder(foreign ? "foreign" : "unknown", 0, "", note, Instant.EPOCH, remaining);
        }
        Instant since = Instant.EPOCH.plus(Tokens.EPOCH_MICROS + number(reply, at), ChronoUnit.MICROS);
        String host = text(reply, at + 1);
        String note = host.isEmpty() ? "offered to " + owner + ", not accepted yet" : text(reply, at + 4);
        return new Holder(host, number(reply, at + 2), text(reply, at + 3), note, since, remaining);
    }

    /** What {@code PTTL} answers as a duration; zero for none left. */
    static Duration remaining(long pttl) {
        return pttl == -1 ? Duration.ofDays(36_500) : Duration.ofMillis(Math.max(0, pttl));
    }

    /** A contend.lua reply of kind B. */
    record BusyAnswer(long pttl, String value, String owner, String state, List<?> reply) {

        static BusyAnswer of(List<?> reply) {
            return new BusyAnswer(number(reply, 1), text(reply, 2), text(reply, 3), text(reply, 4), reply);
        }

        boolean isFree() {
            return pttl == NO_KEY;
        }

        boolean isForeign() {
            return Answers.isForeign(value, owner);
        }

        boolean isOffered() {
            return !isForeign() && state.equals("2");
        }

        @Nullable
        Holder holder() {
            return isFree() ? null : Answers.holder(value, owner, reply, 5, remaining(pttl));
        }
    }
}
