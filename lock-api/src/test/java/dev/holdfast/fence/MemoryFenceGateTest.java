package dev.holdfast.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** F-3 in memory. */
class MemoryFenceGateTest {

    private final FenceGate gate = FenceGate.inMemory();
    private final List<String> written = new ArrayList<>();

    private static FencingToken token(long value) {
        return new FencingToken(value);
    }

    private void write(String resource, long token, String what) {
        gate.write(resource, token(token), () -> written.add(what));
    }

    @Test
    void write_risingTokens_allRun() {
        write("r", 1, "a");
        write("r", 2, "b");
        write("r", Long.MAX_VALUE, "c");

        assertThat(written).containsExactly("a", "b", "c");
    }

    @Test
    void write_equalToken_runsAgain() {
        write("r", 5, "a");
        write("r", 5, "b");

        assertThat(written).containsExactly("a", "b");
    }

    @Test
    void write_lowerToken_isRejectedAndDoesNotRun() {
        write("r", 5, "a");

        assertThatThrownBy(() -> write("r", 4, "late")).isInstanceOfSatisfying(FenceRejectedException.class, e -> {
            assertThat(e.resource()).isEqualTo("r");
            assertThat(e.token()).isEqualTo(token(4));
            assertThat(e.highest()).isEqualTo(token(5));
        });
        assertThat(written).containsExactly("a");
    }

    @Test
    void write_rejected_leavesTheMark() {
        gate.enter("r", token(5));

        assertThatThrownBy(() -> write("r", 3, "late")).isInstanceOf(FenceRejectedException.class);

        assertThatThrownBy(() -> gate.enter("r", token(4))).isInstanceOf(FenceRejectedException.class);
        assertThatCode(() -> gate.enter("r", token(5))).doesNotThrowAnyException();
    }

    @Test
    void enter_higherToken_shutsOutTheOlderHolderBeforeAnyWrite() {
        gate.enter("r", token(1));
        gate.enter("r", token(2));

        assertThatThrownBy(() -> write("r", 1, "late")).isInstanceOf(FenceRejectedException.class);
        assertThat(written).isEmpty();
    }

    @Test
    void enter_repeated_isAllowed() {
        gate.enter("r", token(2));

        assertThatCode(() -> gate.enter("r", token(2))).doesNotThrowAnyException();
        assertThatThrownBy(() -> gate.enter("r", token(1)))
                .isInstanceOf(FenceRejectedException.class)
                .hasMessage("fencing token rejected: resource=\"r\", token=0000000000000000001, "
                        + "highest=0000000000000000002; stop, another holder has entered");
    }

    @Test
    void enter_otherResource_hasItsOwnMark() {
        gate.enter("r", token(9));

        assertThatCode(() -> write("s", 1, "a")).doesNotThrowAnyException();
        assertThat(written).containsExactly("a");
    }

    @Test
    void inMemory_otherGate_hasItsOwnMarks() {
        gate.enter("r", token(9));

        assertThatCode(() -> FenceGate.inMemory().enter("r", token(1))).doesNotThrowAnyException();
    }

    @Test
    void write_thatThrows_keepsTheMarkAndFreesTheGate() {
        assertThatThrownBy(() -> gate.<IOException>write("r", token(7), () -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");

        assertThatThrownBy(() -> write("r", 6, "late")).isInstanceOf(FenceRejectedException.class);
        write("r", 7, "again");
        assertThat(written).containsExactly("again");
    }

    /** The check and the write are one step: while a write runs, a higher token waits for it instead of overtaking. */
    @Test
    void enter_whileAnotherWrites_waitsForIt() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Boolean> writer = threads.submit(() -> {
                gate.write("r", token(1), () -> {
                    inside.countDown();
                    assertThat(goOn.await(10, TimeUnit.SECONDS)).isTrue();
                    order.add("written");
                });
                return true;
            });
            assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
            Future<?> next = threads.submit(() -> {
                gate.enter("r", token(2));
                order.add("entered");
            });
            assertThatCode(() -> write("s", 1, "other resource")).doesNotThrowAnyException();
            assertThatThrownBy(() -> next.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            goOn.countDown();
            writer.get(10, TimeUnit.SECONDS);
            next.get(10, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
        assertThat(order).containsExactly("written", "entered");
    }

    @Test
    void write_fromManyThreads_neverRunsBelowTheHighestThatRan() throws Exception {
        List<Long> ran = new ArrayList<>(); // guarded by the gate alone
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Integer>> each = new ArrayList<>();
        try {
            for (int t = 0; t < 4; t++) {
                long offset = t;
                each.add(threads.submit(() -> {
                    int rejected = 0;
                    for (long i = 0; i < 2000; i++) {
                        long value = 1 + i * 4 + offset;
                        try {
                            gate.write("r", token(value), () -> ran.add(value));
                        } catch (FenceRejectedException late) {
                            assertThat(late.highest().value()).isGreaterThan(value);
                            rejected++;
                        }
                    }
                    return rejected;
                }));
            }
            int rejected = 0;
            for (Future<Integer> one : each) {
                rejected += one.get(30, TimeUnit.SECONDS);
            }
            assertThat(ran).hasSize(8000 - rejected).isSorted().doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
    }
}
