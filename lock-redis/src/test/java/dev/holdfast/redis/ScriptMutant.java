package dev.holdfast.redis;

import java.nio.charset.StandardCharsets;

/**
 * One mistake each in the scripts, and one test of {@link ScriptRules} that must see it.
 *
 * <p>The name says what goes wrong. The first text is replaced by the second in the shared functions or the script itself.
 */
enum ScriptMutant {
    OFFER_NOT_PUSHED(
            "'o ' .. owner) > 0",
            "'x ' .. owner) > 0",
            "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    NEXT_NOT_TOLD_AT_OFFER(
            "          tell_next(request, now, ms)\n",
            "",
            "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    OFFER_FOR_THE_WHOLE_LEASE(
            "math.min(entry.lease, OFFER_MS)",
            "entry.lease",
            "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    OFFER_LONGER_THAN_THE_LEASE(
            "math.min(entry.lease, OFFER_MS)", "OFFER_MS", "offer_toAShortLease_isNoLongerThanThat"),
    OFFER_NOT_MARKED_AS_SUCH(
            "owner, '2', now)", "owner, '0', now)", "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    OFFERED_STAYS_QUEUED(
            "    leave(owner)\n    if entry and owner == request.owner",
            "    if entry and owner == request.owner",
            "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    LAST_COMES_FIRST(
            "'ZRANGE', QUEUE, 0, 0)[1]",
            "'ZREVRANGE', QUEUE, 0, 0)[1]",
            "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    ACCEPT_MINTS_ANEW(
            "local base = state and fence[1] or mint(",
            "local base = mint(",
            "accept_ofAnOffer_givesItsTokenTheWholeLeaseAndTellsTheNext"),
    ACCEPT_KEEPS_THE_OFFERS_TIME(
            "  raise_expiry(LOCK, request.lease)\n", "", "accept_ofAnOffer_givesItsTokenTheWholeLeaseAndTellsTheNext"),
    ACCEPT_STAYS_AN_OFFER(
            "    write_fence(request, base, request.owner, '0', now)\n  end\n  raise",
            "  end\n  raise",
            "accept_ofAnOffer_givesItsTokenTheWholeLeaseAndTellsTheNext"),
    NEXT_NOT_TOLD_AT_ACCEPT(
            "    tell_next(request, now, request.lease)\n",
            "",
            "accept_ofAnOffer_givesItsTokenTheWholeLeaseAndTellsTheNext"),
    RESEND_TELLS_AGAIN(
            "  if state == '2' then\n    age",
            "  if true then\n    age",
            "accept_ofAnOffer_givesItsTokenTheWholeLeaseAndTellsTheNext"),
    GONE_CONTENDER_OFFERED(
            "'o ' .. owner) > 0", "'o ' .. owner) >= 0", "release_contenderWithoutSubscription_isPassedOverAndDropped"),
    NO_LIMIT_OF_PUSHES(
            "local MOST_PUSHES = 16",
            "local MOST_PUSHES = 1600",
            "release_moreThanSixteenWithoutSubscription_stopsAndWakesTheNext"),
    SEVENTEENTH_NOT_WOKEN(
            "      redis.call('PUBLISH', channel_of(owner, request), 'l 0 ' .. owner)\n",
            "",
            "release_moreThanSixteenWithoutSubscription_stopsAndWakesTheNext"),
    HALF_WAY_NOT_SAID("    reply[2] = 0\n", "", "join_pastSixteenWithoutSubscription_isToldToComeAtOnce"),
    ORDER_LOST_AFTER_A_LAPSE(
            "local MISSED_US = 200000", "local MISSED_US = -2000000", "poll_rightAfterALapse_keepsTheOrder"),
    FROZEN_NEVER_PASSED(
            "local MISSED_US = 200000",
            "local MISSED_US = 2000000000",
            "poll_lastOfThreeWhenTheSecondMissedItsTurn_isGranted"),
    PASSED_STAYS_QUEUED(
            "    leave(request.owner) -- everybody",
            "    -- everybody",
            "poll_lastOfThreeWhenTheSecondMissedItsTurn_isGranted"),
    MISSED_NOT_SAID("and 'missed' or ''", "and '' or ''", "poll_offeredAndLapsed_isToldThatItMissed"),
    STALE_ENTRY_OFFERED(
            "if not seen or now / 1000 - tonumber(seen) > math.max(lease, LEAST_PATIENCE_MS) then",
            "if not seen then",
            "release_entriesNotConfirmedForALease_areDroppedWithoutAPush"),
    LIVING_ENTRY_STALE(
            "> math.max(lease, LEAST_PATIENCE_MS) then",
            "> -1 then",
            "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    POLL_CONFIRMS_NOTHING(
            "    confirm(request, now)\n  elseif", "  elseif", "poll_whileHeld_confirmsTheEntryAndKeepsItsPlace"),
    RESENT_JOIN_LOSES_ITS_PLACE(
            "if not redis.call('ZSCORE', QUEUE, request.owner) then\n    local last",
            "do\n    local last",
            "poll_whileHeld_confirmsTheEntryAndKeepsItsPlace"),
    QUEUE_BY_A_CLOCK_ALONE(
            "math.max(now, (tonumber(last) or 0) + 1)", "now", "join_whenTheClockWasSetBack_queuesBehind"),
    BARGED_IN(
            "redis.call('EXISTS', QUEUE, DEAD) == 0",
            "redis.call('EXISTS', DEAD) == 0",
            "tryAcquire_freeButQueuedFor_givesItToTheQueue"),
    ATTEMPT_QUEUES("elseif request.mode == 'J' then", "else", "tryAcquire_freeButQueuedFor_givesItToTheQueue"),
    DEAD_QUEUE_BLOCKS("(turn == nil and request.mode == 'T')", "false", "tryAcquire_freeAndOnlyDeadQueue_getsIt"),
    DEAD_KEY_AT_EVERY_RELEASE(
            "    if request.doubtful then", "    if true then", "release_answered_leavesNoDeadKeyAndNeverWinsAgain"),
    RELEASED_WINS_AGAIN(
            "redis.pcall('HSET', FENCE, 'r', '1')",
            "local unused = 1",
            "release_answered_leavesNoDeadKeyAndNeverWinsAgain"),
    RELEASED_NOT_CHECKED(
            "    if fence[2] == request.owner and fence[3] == '1' then\n      return { 'N', '' }\n    end\n",
            "",
            "release_answered_leavesNoDeadKeyAndNeverWinsAgain"),
    REPEATED_RELEASE_FORGOTTEN(
            "    redis.call('SET', DEAD, 'r', 'PX', request.remember)\n    return { 'A' }",
            "    return { 'A' }",
            "release_answered_leavesNoDeadKeyAndNeverWinsAgain"),
    DOUBT_IGNORED(
            "    if request.doubtful then", "    if false then", "release_inDoubt_marksTheOwnerDeadBeyondTheNextGrant"),
    DEAD_OWNER_ADMITTED(
            "redis.call('EXISTS', QUEUE, DEAD) == 0",
            "redis.call('EXISTS', QUEUE) == 0",
            "release_inDoubt_marksTheOwnerDeadBeyondTheNextGrant"),
    FORGOTTEN_WITH_ITS_FENCE(
            "      redis.pcall('SET', DEAD, 'r', 'PX', request.remember) -- the fence",
            "      -- the fence",
            "release_afterItsFenceRanOut_isRememberedAllTheSame"),
    NOTHING_FOUND_NOT_MARKED(
            "  redis.call('SET', DEAD, 'x', 'PX', request.remember)\n", "", "release_ofNothing_marksTheOwnerDead"),
    LEFT_NOT_MARKED(
            "    redis.pcall('SET', DEAD, 'q', 'PX', request.remember)\n",
            "",
            "release_ofAQueued_takesItOutAndPassesAFreeNameOn"),
    LEFT_PASSES_NOTHING_ON(
            "    if not held then\n      pcall(pass, request, now)\n    end\n    return { 'L' }",
            "    return { 'L' }",
            "release_ofAQueued_takesItOutAndPassesAFreeNameOn"),
    RELEASE_WITHOUT_OWNER_CHECK(
            "  if held == request.owner then\n    redis.call('DEL', LOCK)",
            "  if held then\n    redis.call('DEL', LOCK)",
            "release_ofNothing_marksTheOwnerDead"),
    RELEASE_PASSES_NOTHING_ON(
            "    pcall(pass, request, now)\n    return { 'R' }",
            "    return { 'R' }",
            "release_twoQueued_offersToTheFirstAndTellsTheSecondOfTheLapse"),
    LOCK_WITHOUT_EXPIRY(
            "redis.call('SET', LOCK, request.owner, 'PX', whole(request.lease))",
            "redis.call('SET', LOCK, request.owner)",
            "everyKey_hasItsExpiry"),
    FENCE_WITHOUT_EXPIRY(
            "  redis.call('PEXPIRE', FENCE, whole(math.max(request.retention, 2 * request.lease)))\n",
            "",
            "everyKey_hasItsExpiry"),
    QUEUE_WITHOUT_EXPIRY("  raise_expiry(QUEUE, patience)\n", "", "everyKey_hasItsExpiry"),
    WAITERS_WITHOUT_EXPIRY("  raise_expiry(WAITERS, patience)\n", "", "everyKey_hasItsExpiry"),
    FENCE_ENDS_BEFORE_THE_LEASE(
            "math.max(request.retention, 2 * request.lease)", "request.retention", "fence_outlivesALongLease"),
    CUT_NAME_LOST("    redis.call('HSET', FENCE, 'n', request.name)\n", "", "nameThatTheKeyCuts_isBesideIt"),
    RENEW_CREATES(
            "elseif held ~= owner then\n    replies[i] = 0",
            "elseif held ~= owner then\n    redis.call('SET', key, owner, 'NX', 'PX', lease) replies[i] = 0",
            "renew_oneOfEachKind_answersEachAlone"),
    RENEW_WITHOUT_OWNER_CHECK(
            "elseif held ~= owner then", "elseif not held then", "renew_oneOfEachKind_answersEachAlone"),
    RENEW_SHORTENS("left >= lease or ", "", "renew_oneOfEachKind_answersEachAlone"),
    RENEW_DOES_NOTHING(
            "left >= lease or redis.pcall('PEXPIRE', key, lease)", "1", "renew_oneOfEachKind_answersEachAlone"),
    POISONED_ENTRY_STOPS_THE_BATCH(
            "local held = redis.pcall('GET', key)",
            "local held = redis.call('GET', key)",
            "renew_oneOfEachKind_answersEachAlone"),
    FORCE_WITHOUT_OWNER_CHECK(
            "if redis.call('GET', LOCK) ~= ARGV[1] then",
            "if not redis.call('GET', LOCK) then",
            "force_ofTheOwnerThatWasSeen_takesItAndMarksItDead"),
    FORCED_NOT_MARKED(
            "redis.call('SET', DEAD, 'f' .. ARGV[2], 'PX', whole(remember))\n",
            "",
            "force_ofTheOwnerThatWasSeen_takesItAndMarksItDead"),
    FORCE_PASSES_NOTHING_ON("pcall(pass, {", "pcall(type, {", "force_ofTheOwnerThatWasSeen_takesItAndMarksItDead"),
    SWAP_UNDER_THE_OLD_OWNER(
            "mode = ARGV[6], owner = ARGV[7]", "mode = ARGV[6], owner = ARGV[1]", "swap_alone_holdsOnUnderTheNewOwner"),
    SWAP_DOES_NOT_QUEUE(
            "mode = ARGV[6], owner = ARGV[7]", "mode = 'T', owner = ARGV[7]", "swap_withOthersQueued_goesBehindThem"),
    SWAP_FAILS_AS_A_WHOLE(
            "local joined, reply = pcall(contend, {",
            "local joined, reply = true, contend({",
            "swap_thatCannotJoin_hasReleasedAllTheSame"),
    TOKEN_AGAIN("(tonumber(last) or 0) + 1", "(tonumber(last) or 0)", "tokens_areExactWholeNumbersInOrder"),
    TOKEN_AS_A_DOUBLES_TEXT(
            "  return whole(base)\nend", "  return tostring(base)\nend", "tokens_areExactWholeNumbersInOrder"),
    TOKEN_BEYOND_THE_LAST(
            "  if base > MOST_BASE then\n    return nil\n  end\n", "", "tokens_areExactWholeNumbersInOrder"),
    FENCE_OF_NOBODY(
            "state and fence[1] or mint(fence[1], request.floor, now)",
            "fence[1] or '1'",
            "fenceLost_whileHeld_isMintedAnewAndRises"),
    GUARD_BY_NUMBER(
            "mark > ARGV[1]", "tonumber(mark) > tonumber(ARGV[1])", "guard_tokenThatADoubleCannotTellApart_isRefused"),
    GUARD_WRITES_WHATEVER_COMES(
            "  return mark\nend\nif mark",
            "  redis.call('SET', KEYS[2] or KEYS[1] .. 'x', ARGV[2] or '') return mark\nend\nif mark",
            "guard_tokenThatADoubleCannotTellApart_isRefused"),
    GUARD_KEEPS_ITS_MARK(
            "  redis.call('SET', KEYS[1], ARGV[1])\n", "", "guard_tokenThatADoubleCannotTellApart_isRefused");

    final String test;

    private final String from;
    private final String to;

    ScriptMutant(String from, String to, String test) {
        this.from = from;
        this.to = to;
        this.test = test;
    }

    /** The script with the mistake, where it has the text. */
    String of(Script script) {
        return text(script).replace(from, to);
    }

    /** How many scripts it changes. */
    int reach() {
        int count = 0;
        for (Script script : Script.values()) {
            count += text(script).contains(from) ? 1 : 0;
        }
        return count;
    }

    static String text(Script script) {
        return new String(script.text(), StandardCharsets.UTF_8);
    }
}
