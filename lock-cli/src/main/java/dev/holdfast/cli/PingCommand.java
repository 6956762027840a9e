package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.spi.StoreUri;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code holdfast ping}. */
@Command(
        name = "ping",
        description = "Prove with one round trip that the store works. Exit code 69 when it does not.",
        footer = {"", "Examples:", "  holdfast ping", "  holdfast ping --store jdbc:sqlite:/path/to/locks.db --json"})
final class PingCommand extends ReadCommand {

    PingCommand(Context context) {
        super(context);
    }

    @Override
    protected int run() {
        StoreChoice choice = chooseStore();
        try (Holdfast holdfast = open(choice, "holdfast")) {
            Duration roundTrip = holdfast.ping();
            String uri = StoreUri.parse(choice.uri()).toString();
            String chosenBy = choice.origin().name();
            if (json) {
                Map<String, Object> object = new LinkedHashMap<>();
                object.put("store", uri);
                object.put("chosenBy", chosenBy);
                object.put("roundTrip", roundTrip.toString());
                printJson(object);
            } else {
                println(Printable.line(
                        "store answers: uri=" + uri + ", chosenBy=" + chosenBy + ", roundTrip=" + roundTrip));
            }
        }
        return ExitCodes.OK;
    }
}
