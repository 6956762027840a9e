package dev.holdfast.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves something behind: a {@code holdfast-} thread that was not there before, or a watched count
 * (pending timers, held leases, residue of a store) above zero. Waits at most 5 s for both. Registered as a field:
 *
 * <pre>{@code
 * @RegisterExtension
 * final LeakCheck leaks = new LeakCheck();
 * }</pre>
 *
 * Not thread-safe; not for tests that run in parallel within one process.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Duration patience;

    private final List<Watched> watched = new ArrayList<>();
    private Set<Thread> before = Set.of();

    /** A check that watches threads. */
    public LeakCheck() {
        this(PATIENCE);
    }

    /** One that waits for another time. */
    LeakCheck(Duration patience) {
        this.patience = patience;
    }

    private record Watched(String what, IntSupplier count) {}

    /** Watches a count that is zero when all is closed, for the current test. */
    public void watch(String what, IntSupplier count) {
        watched.add(new Watched(what, count));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        watched.clear();
        before = threads();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (leftBehind().isEmpty()) {
            return;
        }
        Awaitility.await("nothing left behind").atMost(patience).untilAsserted(() -> {
            List<String> left = leftBehind();
            if (!left.isEmpty()) {
                throw new AssertionError("left behind: " + left);
            }
        });
    }

    private List<String> leftBehind() {
        List<String> left = new ArrayList<>();
        threads().stream().filter(t -> !before.contains(t)).forEach(t -> left.add("thread " + t.getName()));
        for (Watched one : watched) {
            int count = one.count().getAsInt();
            if (count != 0) {
                left.add(count + " " + one.what());
            }
        }
        return left;
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("holdfast-"))
                .collect(Collectors.toSet());
    }
}
