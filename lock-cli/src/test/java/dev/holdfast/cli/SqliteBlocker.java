package dev.holdfast.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** Holds SQLite's write lock on a file until its standard input ends: the store stands still for everybody else. */
final class SqliteBlocker {

    private SqliteBlocker() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + arguments[0] + "?busy_timeout=10000");
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            System.out.println("blocked");
            while (System.in.read() >= 0) {
                // Only the end matters.
            }
        }
    }
}
