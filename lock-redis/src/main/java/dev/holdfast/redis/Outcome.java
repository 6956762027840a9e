package dev.holdfast.redis;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.redis.Answers.BusyAnswer;
import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.AcquireRequest;
import java.time.Duration;
import java.util.List;

/**
 * What contend.lua answered, as the SPI has it, and what a contender needs besides. Immutable.
 *
 * @param lapse when the offer before this contender may lapse, in ms; -1 for none
 * @param missed whether this contender was offered the name so long ago that the push must be lost, if none came
 */
record Outcome(AcquireReply reply, long lapse, boolean missed) {

    /** A contender that gets no push polls at least so often; a living one is thus served within 10 s of any loss of pushes. */
    static final Duration LONGEST_SILENCE = Duration.ofMillis(9_200);

    /** Nobody pushes when a client of other make lets go. */
    private static final Duration FOREIGN_POLL = Duration.ofSeconds(1);

    /** A push that is so late was lost. */
    private static final long LOST_PUSH_MS = 500;

    private static final Duration SOON = Duration.ofMillis(1);

    static Outcome of(AcquireRequest request, List<?> answer) {
        return switch (Answers.text(answer, 0)) {
            case "G" -> {
                Duration lease = request.terms().lease();
                boolean late = Answers.number(answer, 2) > LOST_PUSH_MS;
                yield new Outcome(new AcquireReply.Granted(Answers.number(answer, 1), 0, lease), -1, late);
            }
            case "B" -> busy(BusyAnswer.of(answer));
            case "N" ->
                new Outcome(
                        new AcquireReply.NotQueued(),
                        -1,
                        Answers.text(answer, 1).equals("missed"));
            case "X" ->
                without(new AcquireReply.Unavailable(new StoreUnavailableException(
                        "no token base left: name=\"" + request.name() + "\", limit=2^51-1; check tokenFloor", null)));
            case "E" ->
                without(new AcquireReply.Unavailable(new StoreUnavailableException(
                        "Redis refused to queue: reply=" + Answers.text(answer, 1), null)));
            default -> throw new IllegalStateException("script answered something else: kind=" + answer.get(0));
        };
    }

    static Outcome without(AcquireReply reply) {
        return new Outcome(reply, -1, false);
    }

    private static Outcome busy(BusyAnswer busy) {
        AcquireReply reply = new AcquireReply.Busy(busy.holder(), retryAfter(busy));
        return new Outcome(reply, busy.isOffered() ? busy.pttl() + 1 : -1, false);
    }

    /** An offer is watched by the ticket's own timer, since it is most likely accepted before it lapses. */
    private static Duration retryAfter(BusyAnswer busy) {
        if (busy.pttl() == 0 && busy.value().isEmpty()) {
            return Duration.ZERO; // the call stopped half-way
        }
        if (busy.isFree()) {
            return SOON;
        }
        Duration lapse = busy.pttl() < 0 ? FOREIGN_POLL : Duration.ofMillis(busy.pttl() + 1);
        Duration most = busy.isForeign() ? FOREIGN_POLL : LONGEST_SILENCE;
        return busy.isOffered() || lapse.compareTo(most) > 0 ? most : lapse;
    }
}
