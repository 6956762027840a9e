package dev.holdfast.cli.archfixtures.lock;

import java.sql.Connection;
import java.sql.SQLException;

/** Breaks a rule: see ArchitectureTest. */
public final class ApiOnDriver {
    boolean run(Connection connection) throws SQLException {
        return connection.isClosed();
    }
}
