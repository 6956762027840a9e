package dev.holdfast.cli.archfixtures.memory;

/** What fixtures must not touch. */
public final class MemoryStore {
    private MemoryStore() {}

    public static void touch() {}
}
