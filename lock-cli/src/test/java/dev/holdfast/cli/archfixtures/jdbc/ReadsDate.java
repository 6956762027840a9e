package dev.holdfast.cli.archfixtures.jdbc;

import java.util.Date;

/** Breaks a rule: see ArchitectureTest. */
public final class ReadsDate {
    @SuppressWarnings("JavaUtilDate")
    Date run() {
        return new Date();
    }
}
