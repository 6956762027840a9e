package dev.holdfast.cli.demo;

import dev.holdfast.cli.Console;
import dev.holdfast.cli.Printable;
import java.time.Duration;
import java.util.Locale;

/** Shows how it goes: on a terminal one line that changes, else a line now and then. Not thread-safe. */
final class Progress {

    private static final Duration ON_TERMINAL = Duration.ofMillis(100);
    private static final Duration ELSEWHERE = Duration.ofSeconds(2);
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Console console;
    private final boolean terminal;
    private final boolean silent;
    private final long start = System.nanoTime();
    private Duration lastShown = Duration.ZERO;

    Progress(Console console, boolean terminal, boolean silent) {
        this.console = console;
        this.terminal = terminal;
        this.silent = silent;
    }

    /** Something that stays on the screen. */
    void event(String text) {
        if (!silent) {
            console.println((terminal ? CLEAR_LINE : "") + stamp() + Printable.line(text));
            console.flush();
        }
    }

    /** What is true for the moment. */
    void state(String text) {
        Duration now = elapsed();
        if (silent || now.minus(lastShown).compareTo(terminal ? ON_TERMINAL : ELSEWHERE) < 0) {
            return;
        }
        lastShown = now;
        console.print((terminal ? CLEAR_LINE : "") + stamp() + text + (terminal ? "" : System.lineSeparator()));
        console.flush();
    }

    /** No more of the line that changes. */
    void end() {
        if (!silent && terminal) {
            console.print(CLEAR_LINE);
            console.flush();
        }
    }

    private String stamp() {
        return String.format(Locale.ROOT, "%6.1f s  ", elapsed().toMillis() / 1000.0);
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
