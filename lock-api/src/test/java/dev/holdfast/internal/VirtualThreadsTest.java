package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualThreadsTest {

    @Test
    @EnabledForJreRange(max = JRE.JAVA_18)
    void executor_before21_isEmpty() {
        assertThat(VirtualThreads.executor("holdfast-x-")).isEmpty();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void executor_from21_runsEachTaskOnANamedVirtualThread() throws Exception {
        ExecutorService executor = VirtualThreads.executor("holdfast-x-").orElseThrow();
        try {
            List<Future<Thread>> ran =
                    List.of(executor.submit(Thread::currentThread), executor.submit(Thread::currentThread));
            Thread first = ran.get(0).get(10, TimeUnit.SECONDS);
            Thread second = ran.get(1).get(10, TimeUnit.SECONDS);

            assertThat(first.getName()).isEqualTo("holdfast-x-1");
            assertThat(second.getName()).isEqualTo("holdfast-x-2");
            assertThat(Thread.class.getMethod("isVirtual").invoke(first)).isEqualTo(true);
            assertThat(Thread.class.getMethod("isVirtual").invoke(second)).isEqualTo(true);
        } finally {
            executor.shutdownNow();
        }
    }
}
