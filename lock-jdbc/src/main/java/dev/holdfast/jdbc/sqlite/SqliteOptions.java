package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.spi.Nearest;
import dev.holdfast.spi.StoreOptions;
import dev.holdfast.spi.StoreUri;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * The options of a SQLite URI: ours, taken out, and the driver's. Immutable, the properties apart, which nobody changes.
 *
 * @param busyTimeout how long a call waits for another process's write
 * @param poll the longest pause between two looks at the file while this client has contenders
 * @param retention how long the row of a free lock is kept
 * @param driver what the driver is given
 */
record SqliteOptions(Duration busyTimeout, Duration poll, Duration retention, Properties driver) {

    static final String PREFIX = "holdfast.";
    static final String BUSY_TIMEOUT = PREFIX + "busy-timeout";
    static final String POLL = PREFIX + "poll";
    static final String RETENTION = PREFIX + "retention";

    private static final List<String> OURS = List.of(BUSY_TIMEOUT, POLL, RETENTION);
    /** What the guarantees rest on, so that nobody may change it. */
    private static final Set<String> FIXED = Set.of(
            "journal_mode",
            "synchronous",
            "locking_mode",
            "busy_timeout",
            "transaction_mode",
            "open_mode",
            "shared_cache",
            "read_uncommitted",
            "encoding");

    static SqliteOptions of(StoreUri uri) {
        StoreOptions options = uri.options();
        Properties driver = new Properties();
        options.all().forEach((name, value) -> {
            if (FIXED.contains(name)) {
                throw new ConfigurationException("option is set by Holdfast and cannot be changed: option=" + name
                        + "; leave it out, or for busy_timeout use " + BUSY_TIMEOUT);
            }
            if (name.startsWith(PREFIX)) {
                requireKnown(name);
            } else {
                driver.setProperty(name, value);
            }
        });
        return new SqliteOptions(
                duration(options, BUSY_TIMEOUT, Duration.ofSeconds(1), Duration.ofMillis(10), Duration.ofSeconds(10)),
                duration(options, POLL, Duration.ofMillis(10), Duration.ofMillis(1), Duration.ofMillis(50)),
                duration(options, RETENTION, Duration.ofDays(1), Duration.ofMinutes(1), Duration.ofDays(365)),
                driver);
    }

    private static void requireKnown(String name) {
        if (!OURS.contains(name)) {
            String nearest = Nearest.of(name, OURS)
                    .map(n -> "; did you mean \"" + n + "\"?")
                    .orElse("");
            throw new ConfigurationException(
                    "unknown option for \"jdbc:sqlite\": option=" + name + ", known=" + OURS + nearest);
        }
    }

    private static Duration duration(
            StoreOptions options, String name, Duration otherwise, Duration least, Duration most) {
        Duration value = options.duration(name, otherwise);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidInputException(
                    "option is out of range", name, value.toString(), "range=" + least + ".." + most);
        }
        return value;
    }
}
