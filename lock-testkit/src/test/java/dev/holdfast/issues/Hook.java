package dev.holdfast.issues;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One kind of call: counted, and answered by the real store unless a test says otherwise. Thread-safe. */
final class Hook<Q, R> {

    private final AtomicInteger calls = new AtomicInteger();
    private volatile @Nullable BiFunction<Q, Supplier<R>, R> answer;

    /** From now on answers so; the second argument makes the real call. */
    void answer(BiFunction<Q, Supplier<R>, R> next) {
        answer = next;
    }

    /** Answers so once, then as the real store. */
    void once(BiFunction<Q, Supplier<R>, R> next) {
        answer = (request, real) -> {
            reset();
            return next.apply(request, real);
        };
    }

    void reset() {
        answer = null;
    }

    int calls() {
        return calls.get();
    }

    R call(Q request, Supplier<R> real) {
        calls.incrementAndGet();
        BiFunction<Q, Supplier<R>, R> now = answer;
        return now == null ? real.get() : now.apply(request, real);
    }
}
