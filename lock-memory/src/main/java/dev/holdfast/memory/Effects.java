package dev.holdfast.memory;

import java.util.ArrayList;
import java.util.List;

/** What a critical section wants done after it: wakes, events and timers, which call foreign code. One thread only. */
final class Effects {

    private List<Runnable> later = List.of();

    void add(Runnable effect) {
        if (later.isEmpty()) {
            later = new ArrayList<>(4);
        }
        later.add(effect);
    }

    void run() {
        later.forEach(Runnable::run);
    }
}
