package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.LossCause;
import dev.holdfast.redis.RedisFailure.Kind;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.RenewReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenewalsTest {

    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final GrantRef GRANT = new GrantRef("n", new OwnerId("c", 1), 5, LEASE);

    /** Answers as told, and notes what it was asked. */
    private static final class Node implements RedisNode {
        final List<Script> asked = new ArrayList<>();
        final List<Duration> bounds = new ArrayList<>();
        private final Object answer;

        Node(Object answer) {
            this.answer = answer;
        }

        @Override
        public Object command(Duration within, List<byte[]> words) {
            throw new AssertionError("no plain command renews");
        }

        @Override
        public Object script(Script script, List<byte[]> keys, List<byte[]> arguments, Duration within)
                throws RedisFailure {
            asked.add(script);
            bounds.add(within);
            if (answer instanceof Kind kind) {
                throw new RedisFailure(kind, "told to fail", null);
            }
            byte[] forced = "fstuck".getBytes(StandardCharsets.UTF_8);
            return script == Script.FATE ? List.of(List.of("", "", "", forced)) : answer;
        }

        @Override
        public void close() {}
    }

    private static RenewReply renew(Node own, Node spare) {
        return new Renewals(own, spare, new Keys(RedisConfig.DEFAULTS))
                .renew(List.of(GRANT))
                .get(0);
    }

    @Test
    void ownConnectionInUse_anotherIsTaken() {
        Node own = new Node(Kind.NOT_SENT);
        Node spare = new Node(List.of(1L));
        assertThat(renew(own, spare)).isEqualTo(new RenewReply.Renewed(LEASE));
        assertThat(spare.asked).containsExactly(Script.RENEW);
        assertThat(own.bounds.get(0).plus(spare.bounds.get(0))).isLessThanOrEqualTo(LEASE.dividedBy(6));
    }

    @Test
    void noReply_isUnknownAndNotSentElsewhere() {
        Node spare = new Node(List.of(1L));
        assertThat(renew(new Node(Kind.NO_REPLY), spare)).isInstanceOf(RenewReply.Indeterminate.class);
        assertThat(spare.asked).isEmpty();
    }

    @Test
    void notFound_isAskedForItsFate() {
        Node own = new Node(List.of(0L));
        assertThat(renew(own, own)).isEqualTo(new RenewReply.NotOwner(LossCause.FORCED, "stuck"));
        assertThat(own.asked).containsExactly(Script.RENEW, Script.FATE);
    }

    @Test
    void refusedEntry_isUnknown() {
        Node own = new Node(List.of("WRONGTYPE".getBytes(StandardCharsets.UTF_8)));
        assertThat(renew(own, own)).isInstanceOf(RenewReply.Indeterminate.class);
    }
}
