package dev.holdfast.redis;

import static dev.holdfast.redis.ScriptDriver.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.Stalls;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the scripts do that the contract tests do not see: keys, pushes and their order. Run whole, and with one mistake each. */
abstract class ScriptRules {

    private static final String N = "n";

    private ScriptDriver redis;

    abstract ScriptDriver open();

    @BeforeEach
    void openDriver() {
        redis = open();
    }

    @AfterEach
    void closeDriver() throws Exception {
        redis.close();
    }

    private void hold(String name, String owner) {
        assertThat(redis.contend("T", name, owner, LEASE)).isEqualTo("G");
    }

    @Test
    void release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse() {
        hold(N, "a-1");
        ScriptDriver.Ear first = redis.join(N, "b-1", LEASE);
        ScriptDriver.Ear second = redis.join(N, "c-1", LEASE);
        assertThat(redis.release(N, "a-1", false)).isEqualTo("R");
        assertThat(first.next()).isEqualTo("o b-1");
        assertThat(second.next()).isEqualTo("l 2000 c-1");
        assertThat(redis.raw.text("GET", redis.lock(N))).isEqualTo("b-1");
        assertThat(redis.pttl(redis.lock(N))).isBetween(1_000L, 2_000L);
        assertThat(redis.fence(N, "r")).isEqualTo("2");
        assertThat(redis.fence(N, "o")).isEqualTo("b-1");
        assertThat(redis.queue(N)).isEqualTo(List.of("c-1"));
    }

    @Test
    void offer_toAShortLease_isNoLongerThanThat() {
        hold(N, "a-1");
        redis.join(N, "b-1", 500);
        redis.release(N, "a-1", false);
        assertThat(redis.pttl(redis.lock(N))).isBetween(1L, 500L);
    }

    @Test
    void accept_ofAnOffer_givesItsTokenTheWholeLeaseAndTellsTheNext() {
        hold(N, "a-1");
        redis.join(N, "b-1", LEASE);
        ScriptDriver.Ear next = redis.join(N, "c-1", LEASE);
        redis.release(N, "a-1", false);
        String base = redis.fence(N, "t");
        assertThat(next.next()).isEqualTo("l 2000 c-1");
        List<?> accepted = redis.contendAll("P", N, "b-1", LEASE);
        assertThat(accepted.get(0)).isEqualTo("G");
        assertThat(accepted.get(1)).isEqualTo(base);
        assertThat(Long.parseLong(String.valueOf(accepted.get(2)))).isBetween(0L, 2_000L);
        assertThat(redis.pttl(redis.lock(N))).isGreaterThan(25_000);
        assertThat(redis.fence(N, "r")).isEqualTo("0");
        assertThat(redis.fence(N, "t")).isEqualTo(base);
        assertThat(redis.fence(N, "h")).isEqualTo("h");
        assertThat(next.next()).isEqualTo("l 30000 c-1");
        List<?> again = redis.contendAll("P", N, "b-1", LEASE);
        assertThat(again).isEqualTo(List.of("G", base, "-1"));
        assertThat(next.next()).as("a resend tells nobody").isEmpty();
    }

    @Test
    void release_contenderWithoutSubscription_isPassedOverAndDropped() {
        hold(N, "a-1");
        assertThat(redis.contend("J", N, "gone-1", LEASE)).isEqualTo("B");
        ScriptDriver.Ear living = redis.join(N, "b-1", LEASE);
        redis.release(N, "a-1", false);
        assertThat(living.next()).isEqualTo("o b-1");
        assertThat(redis.raw.text("GET", redis.lock(N))).isEqualTo("b-1");
        assertThat(redis.queue(N)).isEmpty();
        assertThat(redis.raw.number("EXISTS", redis.part(N, "waiters"))).isZero();
    }

    @Test
    void release_moreThanSixteenWithoutSubscription_stopsAndWakesTheNext() {
        hold(N, "a-1");
        for (int i = 0; i < 16; i++) {
            assertThat(redis.contend("J", N, "gone" + i + "-1", LEASE)).isEqualTo("B");
        }
        ScriptDriver.Ear seventeenth = redis.join(N, "b-1", LEASE);
        redis.release(N, "a-1", false);
        assertThat(seventeenth.next()).isEqualTo("l 0 b-1");
        assertThat(redis.raw.command("GET", redis.lock(N))).isNull();
        assertThat(redis.queue(N)).isEqualTo(List.of("b-1"));
        assertThat(redis.contend("P", N, "b-1", LEASE)).isEqualTo("G");
    }

    @Test
    void join_pastSixteenWithoutSubscription_isToldToComeAtOnce() {
        for (int i = 0; i < 17; i++) {
            redis.raw.command("ZADD", redis.part(N, "queue"), Integer.toString(i), "gone" + i + "-1");
            redis.raw.command("HSET", redis.part(N, "waiters"), "gone" + i + "-1", "9999999999999 30000 0");
        }
        List<?> reply = redis.contendAll("J", N, "b-1", LEASE);
        assertThat(reply.get(0)).isEqualTo("B");
        assertThat(reply.get(1)).isEqualTo(0L);
        assertThat(redis.contend("P", N, "b-1", LEASE)).isEqualTo("G");
    }

    @Test
    void poll_rightAfterALapse_keepsTheOrder() {
        hold(N, "a-1");
        redis.join(N, "frozen-1", 400);
        redis.join(N, "frozen2-1", LEASE);
        redis.join(N, "b-1", LEASE);
        redis.release(N, "a-1", false);
        awaitFree();
        assertThat(redis.contend("P", N, "b-1", LEASE))
                .as("right after the lapse the order is kept")
                .isEqualTo("B");
        assertThat(redis.raw.text("GET", redis.lock(N))).isEqualTo("frozen2-1");
    }

    @Test
    void poll_lastOfThreeWhenTheSecondMissedItsTurn_isGranted() throws Exception {
        hold(N, "a-1");
        redis.join(N, "frozen-1", LEASE);
        redis.join(N, "frozen2-1", LEASE);
        redis.join(N, "b-1", LEASE);
        redis.release(N, "a-1", false);
        awaitFree();
        Thread.sleep(400);
        assertThat(redis.contend("P", N, "b-1", LEASE)).isEqualTo("G");
        assertThat(redis.queue(N)).isEqualTo(List.of("frozen2-1"));
    }

    private void awaitFree() {
        Stalls.await("lapsed", Duration.ofSeconds(4), () -> redis.raw.number("EXISTS", redis.lock(N)) == 0);
    }

    @Test
    void poll_offeredAndLapsed_isToldThatItMissed() {
        hold(N, "a-1");
        redis.join(N, "b-1", 200);
        redis.release(N, "a-1", false);
        awaitFree();
        assertThat(redis.contendAll("P", N, "b-1", LEASE)).isEqualTo(List.of("N", "missed"));
        assertThat(redis.contendAll("P", N, "z-1", LEASE)).isEqualTo(List.of("N", ""));
    }

    @Test
    void release_entriesNotConfirmedForALease_areDroppedWithoutAPush() {
        hold(N, "a-1");
        ScriptDriver.Ear stale = redis.join(N, "stale-1", LEASE);
        redis.raw.command("HSET", redis.part(N, "waiters"), "stale-1", "1000 30000 0");
        ScriptDriver.Ear living = redis.join(N, "b-1", LEASE);
        redis.release(N, "a-1", false);
        assertThat(living.next()).isEqualTo("o b-1");
        assertThat(stale.next()).isEmpty();
    }

    @Test
    void poll_whileHeld_confirmsTheEntryAndKeepsItsPlace() {
        hold(N, "a-1");
        redis.join(N, "b-1", LEASE);
        redis.join(N, "c-1", LEASE);
        redis.raw.command("HSET", redis.part(N, "waiters"), "b-1", "1000 30000 0");
        assertThat(redis.contend("P", N, "b-1", LEASE)).isEqualTo("B");
        assertThat(redis.raw.text("HGET", redis.part(N, "waiters"), "b-1"))
                .endsWith(" 30000 0")
                .doesNotStartWith("1000 ");
        assertThat(redis.contend("J", N, "b-1", LEASE)).isEqualTo("B");
        assertThat(redis.queue(N)).isEqualTo(List.of("b-1", "c-1"));
    }

    @Test
    void join_whenTheClockWasSetBack_queuesBehind() {
        hold(N, "a-1");
        redis.join(N, "b-1", LEASE);
        redis.raw.command("ZADD", redis.part(N, "queue"), "4000000000000000", "b-1");
        redis.join(N, "c-1", LEASE);
        assertThat(redis.queue(N)).isEqualTo(List.of("b-1", "c-1"));
    }

    @Test
    void tryAcquire_freeButQueuedFor_givesItToTheQueue() {
        hold(N, "a-1");
        ScriptDriver.Ear first = redis.join(N, "b-1", LEASE);
        redis.raw.command("DEL", redis.lock(N)); // as an expiry does, which wakes nobody
        assertThat(redis.contend("T", N, "z-1", LEASE)).isEqualTo("B");
        assertThat(first.next()).isEqualTo("o b-1");
        assertThat(redis.queue(N)).as("one attempt does not queue").isEmpty();
    }

    @Test
    void tryAcquire_freeAndOnlyDeadQueue_getsIt() {
        hold(N, "a-1");
        assertThat(redis.contend("J", N, "gone-1", LEASE)).isEqualTo("B");
        redis.raw.command("DEL", redis.lock(N));
        assertThat(redis.contend("T", N, "z-1", LEASE)).isEqualTo("G");
        assertThat(redis.queue(N)).isEmpty();
    }

    @Test
    void release_answered_leavesNoDeadKeyAndNeverWinsAgain() {
        hold(N, "a-1");
        assertThat(redis.release(N, "a-1", false)).isEqualTo("R");
        assertThat(redis.raw.number("EXISTS", redis.part(N, "dead:a-1"))).isZero();
        assertThat(redis.contend("T", N, "a-1", LEASE)).isEqualTo("N");
        assertThat(redis.contend("J", N, "a-1", LEASE)).isEqualTo("N");
        assertThat(redis.release(N, "a-1", false)).isEqualTo("A");
        assertThat(redis.raw.text("GET", redis.part(N, "dead:a-1"))).isEqualTo("r");
    }

    @Test
    void release_inDoubt_marksTheOwnerDeadBeyondTheNextGrant() {
        hold(N, "a-1");
        assertThat(redis.release(N, "a-1", true)).isEqualTo("R");
        hold(N, "b-1");
        assertThat(redis.release(N, "b-1", false)).isEqualTo("R");
        assertThat(redis.contend("T", N, "a-1", LEASE)).isEqualTo("N");
        assertThat(redis.pttl(redis.part(N, "dead:a-1"))).isBetween(50_000L, 60_000L);
    }

    @Test
    void release_afterItsFenceRanOut_isRememberedAllTheSame() {
        hold(N, "a-1");
        redis.raw.command("DEL", redis.part(N, "fence"));
        assertThat(redis.release(N, "a-1", false)).isEqualTo("R");
        assertThat(redis.contend("T", N, "a-1", LEASE)).isEqualTo("N");
    }

    @Test
    void release_ofNothing_marksTheOwnerDead() {
        hold(N, "a-1");
        assertThat(redis.release(N, "late-1", false)).isEqualTo("X");
        assertThat(redis.release(N, "late-1", false)).isEqualTo("D");
        redis.release(N, "a-1", false);
        assertThat(redis.contend("T", N, "late-1", LEASE)).isEqualTo("N");
        assertThat(redis.raw.text("GET", redis.part(N, "dead:late-1"))).isEqualTo("x");
    }

    @Test
    void release_ofAQueued_takesItOutAndPassesAFreeNameOn() {
        hold(N, "a-1");
        redis.join(N, "b-1", LEASE);
        ScriptDriver.Ear next = redis.join(N, "c-1", LEASE);
        redis.raw.command("DEL", redis.lock(N));
        assertThat(redis.release(N, "b-1", false)).isEqualTo("L");
        assertThat(next.next()).isEqualTo("o c-1");
        assertThat(redis.raw.text("GET", redis.part(N, "dead:b-1"))).isEqualTo("q");
        assertThat(redis.contend("P", N, "b-1", LEASE)).isEqualTo("N");
    }

    @Test
    void everyKey_hasItsExpiry() {
        hold(N, "a-1");
        redis.join(N, "b-1", LEASE);
        assertThat(redis.pttl(redis.lock(N))).isBetween(25_000L, LEASE);
        assertThat(redis.pttl(redis.part(N, "fence"))).isBetween(3_590_000L, 3_600_000L);
        assertThat(redis.pttl(redis.part(N, "queue"))).isBetween(85_000L, 90_000L);
        assertThat(redis.pttl(redis.part(N, "waiters"))).isBetween(85_000L, 90_000L);
    }

    @Test
    void fence_outlivesALongLease() {
        long lease = 10_000_000;
        assertThat(redis.contend("T", N, "a-1", lease)).isEqualTo("G");
        assertThat(redis.pttl(redis.part(N, "fence"))).isGreaterThan(lease + 9_000_000);
    }

    @Test
    void nameThatTheKeyCuts_isBesideIt() {
        String name = "x".repeat(500);
        hold(name, "a-1");
        assertThat(redis.fence(name, "n")).isEqualTo(name);
        hold(N, "a-2");
        assertThat(redis.raw.number("HEXISTS", redis.part(N, "fence"), "n")).isZero();
    }

    @Test
    void renew_oneOfEachKind_answersEachAlone() {
        hold("mine", "a-1");
        redis.contend("T", "short", "a-1", 1_000);
        hold("foreign", "b-1");
        hold("persisted", "a-1");
        redis.raw.command("PERSIST", redis.lock("persisted"));
        redis.raw.command("RPUSH", redis.lock("wrong"), "x");
        List<?> replies = redis.renew(List.of("mine", "none", "wrong", "foreign", "short", "persisted"), "a-1", 20_000);
        assertThat(replies).hasSize(6);
        assertThat(replies.get(0)).isEqualTo(1L);
        assertThat(replies.get(1)).isEqualTo(0L);
        assertThat(String.valueOf(replies.get(2))).contains("WRONGTYPE");
        assertThat(replies.get(3)).isEqualTo(0L);
        assertThat(replies.get(4)).isEqualTo(1L);
        assertThat(redis.pttl(redis.lock("mine"))).as("never shortened").isGreaterThan(25_000);
        assertThat(redis.pttl(redis.lock("short"))).isBetween(15_000L, 20_000L);
        assertThat(redis.raw.number("EXISTS", redis.lock("none"))).isZero();
        assertThat(replies.get(5)).isEqualTo(1L);
        assertThat(redis.pttl(redis.lock("persisted"))).as("it ends again").isBetween(15_000L, 20_000L);
    }

    @Test
    void force_ofTheOwnerThatWasSeen_takesItAndMarksItDead() {
        hold(N, "a-1");
        ScriptDriver.Ear next = redis.join(N, "b-1", LEASE);
        assertThat(redis.force(N, "z-9", "why")).isEqualTo(0L);
        assertThat(redis.raw.text("GET", redis.lock(N))).isEqualTo("a-1");
        assertThat(redis.force(N, "a-1", "stuck")).isEqualTo(1L);
        assertThat(redis.raw.text("GET", redis.part(N, "dead:a-1"))).isEqualTo("fstuck");
        assertThat(redis.pttl(redis.part(N, "dead:a-1"))).isGreaterThan(50_000);
        assertThat(next.next()).isEqualTo("o b-1");
        assertThat(redis.release(N, "a-1", false)).isEqualTo("D");
    }

    @Test
    void swap_withOthersQueued_goesBehindThem() {
        hold(N, "a-1");
        ScriptDriver.Ear next = redis.join(N, "b-1", LEASE);
        List<?> both = redis.swap(N, "a-1", "a-2");
        assertThat(both.get(0)).isEqualTo(List.of("R"));
        assertThat(((List<?>) both.get(1)).get(0)).isEqualTo("B");
        assertThat(next.next()).isEqualTo("o b-1");
        assertThat(redis.queue(N)).isEqualTo(List.of("a-2"));
    }

    @Test
    void swap_alone_holdsOnUnderTheNewOwner() {
        hold(N, "a-1");
        List<?> both = redis.swap(N, "a-1", "a-2");
        assertThat(((List<?>) both.get(1)).get(0)).isEqualTo("G");
        assertThat(redis.raw.text("GET", redis.lock(N))).isEqualTo("a-2");
    }

    @Test
    void swap_thatCannotJoin_hasReleasedAllTheSame() {
        hold(N, "a-1");
        redis.raw.command("DEL", redis.part(N, "queue"));
        redis.raw.command("SET", redis.part(N, "queue"), "a text where a queue should be");
        List<?> both = redis.swap(N, "a-1", "a-2");
        assertThat(both.get(0)).isEqualTo(List.of("R"));
        assertThat(((List<?>) both.get(1)).get(0)).isEqualTo("E");
        assertThat(redis.raw.command("GET", redis.lock(N))).isNull();
    }

    @Test
    void fenceLost_whileHeld_isMintedAnewAndRises() {
        List<?> first = redis.contendAll("T", N, "a-1", LEASE);
        redis.raw.command("DEL", redis.part(N, "fence"));
        List<?> again = redis.contendAll("T", N, "a-1", LEASE);
        assertThat(again.get(0)).isEqualTo("G");
        assertThat(Long.parseLong(String.valueOf(again.get(1))))
                .isGreaterThan(Long.parseLong(String.valueOf(first.get(1))));
        assertThat(redis.fence(N, "o")).isEqualTo("a-1");
    }

    @Test
    void tokens_areExactWholeNumbersInOrder() {
        redis.raw.command("HSET", redis.part(N, "fence"), "t", "100000000000001");
        assertThat(redis.contendAll("T", N, "a-1", LEASE).get(1)).isEqualTo("100000000000002");
        redis.release(N, "a-1", false);
        assertThat(redis.contendAll("T", N, "a-2", LEASE).get(1)).isEqualTo("100000000000003");
        redis.release(N, "a-2", false);
        redis.raw.command("HSET", redis.part(N, "fence"), "t", "2251799813685247");
        assertThat(redis.contend("T", N, "a-3", LEASE)).isEqualTo("X");
        assertThat(redis.raw.number("EXISTS", redis.lock(N))).isZero();
    }

    @Test
    void guard_tokenThatADoubleCannotTellApart_isRefused() {
        String key = redis.namespace + ":data";
        assertThat(redis.guard(key, "0009007199254740993", null)).isEmpty();
        assertThat(redis.guard(key, "0009007199254740992", "late")).isEqualTo("0009007199254740993");
        assertThat(redis.raw.command("GET", key)).isNull();
        assertThat(redis.guard(key, "0009007199254740993", "right")).isEmpty();
        assertThat(redis.guard(key, "0009007199254740995", "next")).isEmpty();
        assertThat(redis.guard(key, "0009007199254740993", "late")).isEqualTo("0009007199254740995");
        assertThat(redis.raw.text("GET", key)).isEqualTo("next");
    }
}
