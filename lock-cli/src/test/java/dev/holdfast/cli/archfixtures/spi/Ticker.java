package dev.holdfast.cli.archfixtures.spi;

/** The one type that may read a clock. */
public final class Ticker {
    long run() {
        return System.nanoTime();
    }
}
