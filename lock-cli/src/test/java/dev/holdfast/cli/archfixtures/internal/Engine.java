package dev.holdfast.cli.archfixtures.internal;

/** What fixtures must not touch. */
public final class Engine {
    private Engine() {}

    public static void touch() {}
}
