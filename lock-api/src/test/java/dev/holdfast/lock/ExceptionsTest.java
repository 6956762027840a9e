package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every exception of the library: text, code, effect, accessors, serial form. */
class ExceptionsTest {

    private static final Throwable CAUSE = new IOException("reset by peer");
    private static final LeaseLoss LOSS = new LeaseLoss(
            LossCause.FORCED, Instant.parse("2026-01-01T00:00:09Z"), Instant.parse("2026-01-01T00:00:01Z"), "stuck");
    private static final Refused REFUSED = new Refused("a", RefusalReason.HELD, null, Duration.ZERO);
    private static final FencingToken LOW = new FencingToken(4096);
    private static final FencingToken HIGH = new FencingToken(8192);

    /** One of each, with the whole text. The three that are given their text have it from their callers. */
    private static final Map<HoldfastException, String> ALL = Map.ofEntries(
            Map.entry(
                    new InvalidInputException("x is out of range", "x", "7", "range=1..5"),
                    "x is out of range: x=7, range=1..5"),
            Map.entry(new InvalidInputException("x is wrong", "x", "7"), "x is wrong: x=7"),
            Map.entry(new ConfigurationException("no: x=1", CAUSE), "no: x=1"),
            Map.entry(new UnsupportedByStoreException("store lacks it: x=1", Set.of("CLAIMS")), "store lacks it: x=1"),
            Map.entry(new LockRefusedException(REFUSED), "lock not acquired: name=\"a\", reason=HELD, waited=PT0S"),
            Map.entry(
                    new SelfDeadlockException("a"),
                    "self-deadlock: this thread runs inside a lease of the lock it asks for: name=\"a\"; "
                            + "locks are not re-entrant, use the lease at hand or asLock()"),
            Map.entry(
                    new LeaseLostException("a", LOSS),
                    "lease lost: name=\"a\", cause=FORCED, at=2026-01-01T00:00:09Z, "
                            + "lastRenewal=2026-01-01T00:00:01Z, detail=stuck"),
            Map.entry(
                    new LeaseUncertainException("a"),
                    "lease is uncertain until the store confirms it again: name=\"a\"; stop work or ask again shortly"),
            Map.entry(new StoreUnavailableException("store is unavailable: x=1", CAUSE), "store is unavailable: x=1"),
            Map.entry(new IndeterminateException("no reply: name=\"a\"", "a", CAUSE), "no reply: name=\"a\""),
            Map.entry(new ClientClosedException("k3x"), "client is closed: client=k3x; open a new one"),
            Map.entry(
                    new FenceRejectedException("stock/42", LOW, HIGH),
                    "fencing token rejected: resource=\"stock/42\", token=0000000000000004096, "
                            + "highest=0000000000000008192; stop, another holder has entered"));

    static Stream<HoldfastException> all() {
        return ALL.keySet().stream();
    }

    @Test
    void all_leaves_areTestedHere() {
        Set<ErrorCode> codes = all().map(HoldfastException::code).collect(Collectors.toSet());

        assertThat(codes).isEqualTo(EnumSet.allOf(ErrorCode.class));
        assertThat(all().map(e -> e.getClass().getSimpleName()).distinct()).hasSize(ErrorCode.values().length);
    }

    @ParameterizedTest
    @MethodSource("all")
    void message_ofEach_isInHouseStyle(HoldfastException e) {
        assertThat(e).hasMessage(ALL.get(e));
        assertThat(e.getMessage()).matches("[a-z][^:]*: .*[^.]").doesNotContain("\n");
        assertThat(e.getMessage()).doesNotContain("name=a");
    }

    @ParameterizedTest
    @MethodSource("all")
    void class_ofEach_isAFinalUncheckedLeafOfTheOneRoot(HoldfastException e) {
        assertThat(e).isInstanceOf(RuntimeException.class);
        assertThat(Modifier.isFinal(e.getClass().getModifiers())).isTrue();
        assertThat(e.getClass().getSuperclass()).isEqualTo(HoldfastException.class);
        assertThat(e.effect()).isEqualTo(e.code().effect());
    }

    @ParameterizedTest
    @EnumSource
    void effect_ofEachCode_isThatOfTheErrorsPage(ErrorCode code) {
        Effect expected = switch (code) {
            case LEASE_LOST -> Effect.YES;
            case LEASE_UNCERTAIN, INDETERMINATE -> Effect.UNKNOWN;
            default -> Effect.NO;
        };

        assertThat(code.effect()).isEqualTo(expected);
    }

    @Test
    void code_ofEach_isItsOwn() {
        assertThat(new InvalidInputException("p", "x", "7").code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(new ConfigurationException("m").code()).isEqualTo(ErrorCode.BAD_CONFIGURATION);
        assertThat(new UnsupportedByStoreException("m", Set.of()).code()).isEqualTo(ErrorCode.UNSUPPORTED_BY_STORE);
        assertThat(new LockRefusedException(REFUSED).code()).isEqualTo(ErrorCode.LOCK_REFUSED);
        assertThat(new SelfDeadlockException("a").code()).isEqualTo(ErrorCode.SELF_DEADLOCK);
        assertThat(new LeaseLostException("a", LOSS).code()).isEqualTo(ErrorCode.LEASE_LOST);
        assertThat(new LeaseUncertainException("a").code()).isEqualTo(ErrorCode.LEASE_UNCERTAIN);
        assertThat(new StoreUnavailableException("m", null).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(new IndeterminateException("m", "a", null).code()).isEqualTo(ErrorCode.INDETERMINATE);
        assertThat(new ClientClosedException("c").code()).isEqualTo(ErrorCode.CLIENT_CLOSED);
        assertThat(new FenceRejectedException("r", LOW, HIGH).code()).isEqualTo(ErrorCode.FENCE_REJECTED);
    }

    @Test
    void accessors_ofEach_giveWhatWentIn() {
        InvalidInputException invalid = new InvalidInputException("p", "x", "7", "r");
        assertThat(List.of(invalid.parameter(), invalid.value())).containsExactly("x", "7");
        assertThat(new UnsupportedByStoreException("m", Set.of("CLAIMS", "RESIZE")).missing())
                .containsExactlyInAnyOrder("CLAIMS", "RESIZE");
        assertThat(new SelfDeadlockException("a").name()).isEqualTo("a");
        assertThat(new LeaseLostException("a", LOSS).name()).isEqualTo("a");
        assertThat(new LeaseLostException("a", LOSS).loss()).isSameAs(LOSS);
        assertThat(new LeaseUncertainException("a").name()).isEqualTo("a");
        assertThat(new IndeterminateException("m", "a", CAUSE).name()).isEqualTo("a");
        FenceRejectedException rejected = new FenceRejectedException("stock", LOW, HIGH);
        assertThat(rejected.resource()).isEqualTo("stock");
        assertThat(rejected.token()).isEqualTo(LOW);
        assertThat(rejected.highest()).isEqualTo(HIGH);
    }

    @Test
    void cause_whereGiven_isKept() {
        assertThat(new ConfigurationException("m", CAUSE)).hasCause(CAUSE);
        assertThat(new StoreUnavailableException("m", CAUSE)).hasCause(CAUSE);
        assertThat(new IndeterminateException("m", "a", CAUSE)).hasCause(CAUSE);
        assertThat(new ConfigurationException("m")).hasNoCause();
    }

    @Test
    void text_lossWithoutDetail_leavesItOut() {
        LeaseLoss loss = new LeaseLoss(LossCause.EXPIRED, LOSS.at(), LOSS.lastRenewal(), "");

        assertThat(LeaseLostException.text("a", loss))
                .isEqualTo("lease lost: name=\"a\", cause=EXPIRED, at=2026-01-01T00:00:09Z, "
                        + "lastRenewal=2026-01-01T00:00:01Z");
        assertThat(new LeaseLostException("a", loss)).hasMessage(LeaseLostException.text("a", loss));
    }

    @ParameterizedTest
    @MethodSource("all")
    void serialForm_ofEach_keepsTextCodeCauseAndTrace(HoldfastException e) throws Exception {
        HoldfastException copy = roundTrip(e);

        assertThat(copy).isExactlyInstanceOf(e.getClass()).hasMessage(e.getMessage());
        assertThat(copy.code()).isEqualTo(e.code());
        assertThat(copy.effect()).isEqualTo(e.effect());
        assertThat(Arrays.toString(copy.getStackTrace())).isEqualTo(Arrays.toString(e.getStackTrace()));
        if (e.getCause() != null) {
            assertThat(copy.getCause()).hasMessage("reset by peer");
        }
    }

    @Test
    void serialForm_ofNamedOnes_keepsTheName() throws Exception {
        assertThat(roundTrip(new SelfDeadlockException("a")).name()).isEqualTo("a");
        assertThat(roundTrip(new LeaseLostException("a", LOSS)).name()).isEqualTo("a");
        assertThat(roundTrip(new LeaseUncertainException("a")).name()).isEqualTo("a");
        assertThat(roundTrip(new IndeterminateException("m", "a", CAUSE)).name())
                .isEqualTo("a");
        assertThat(roundTrip(new InvalidInputException("p", "x", "7")).parameter())
                .isEqualTo("x");
        assertThat(roundTrip(new UnsupportedByStoreException("m", Set.of("CLAIMS")))
                        .missing())
                .containsExactly("CLAIMS");
    }

    @SuppressWarnings({"unchecked", "BanSerializableRead"})
    private static <T extends HoldfastException> T roundTrip(T e) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(e);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }
}
