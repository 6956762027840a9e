package dev.holdfast.lock;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;

/**
 * Who holds a lock, for people and logs. Never used to decide anything. Immutable.
 *
 * @param host the holder's host name as the holder gave it
 * @param pid the holder's process id, 0 where unknown
 * @param application the holder's application name, empty where none was given
 * @param note free text, empty where none was given; after a local hand-off still that of the grant's first lease
 * @param since when the grant was made, by the store's clock
 * @param remaining how long the store would still hold it if it were never renewed; zero or more
 */
public record Holder(String host, long pid, String application, String note, Instant since, Duration remaining)
        implements Serializable {

    /** For example {@code app@host (pid 4711) since 2026-01-02T03:04:05Z, remaining PT21.5S}. */
    public String describe() {
        String who = application.isEmpty() ? host : application + "@" + host;
        String why = note.isEmpty() ? "" : ", note \"" + note + "\"";
        return who + " (pid " + pid + ") since " + since + ", remaining " + remaining + why;
    }
}
