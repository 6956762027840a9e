package dev.holdfast.cli.archfixtures.jdbc;

/** What fixtures must not touch. */
public final class JdbcStore {
    private JdbcStore() {}

    public static void touch() {}
}
