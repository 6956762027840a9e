package dev.holdfast.testkit;

import dev.holdfast.spi.AcquireReply;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.spi.Ticket;
import java.time.Duration;

/** Tickets that pass on. */
final class Tickets {

    private Tickets() {}

    static class Wrapped implements Ticket {
        private final Ticket target;

        Wrapped(Ticket target) {
            this.target = target;
        }

        @Override
        public AcquireReply reply() {
            return target.reply();
        }

        @Override
        public AcquireReply poll(Duration answerWithin) {
            return target.poll(answerWithin);
        }

        @Override
        public ReleaseReply abandon() {
            return target.abandon();
        }
    }
}
