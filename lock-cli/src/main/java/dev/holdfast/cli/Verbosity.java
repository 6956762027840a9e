package dev.holdfast.cli;

/** The log level, which the logging backend reads once, when the first logger is made. */
final class Verbosity {

    private static final String LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    private Verbosity() {}

    static void logToStandardError() {
        System.setProperty(LEVEL, System.getProperty(LEVEL, "debug"));
    }
}
