package dev.holdfast.jcstress.broken;

/**
 * A pause where a twin has its bug. The real code does some work there (allocations, a call, a second field), which is what
 * gives the other thread its time; the copies have nothing left to do, and a short run would hit the gap too seldom.
 */
final class Window {
    private static final int SPINS = 4;

    private Window() {}

    static void open() {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
    }
}
