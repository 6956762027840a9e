package dev.holdfast.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** A command that shows something, as text or as JSON. */
abstract class ReadCommand extends StoreCommand {

    @Option(names = "--json", description = "Write one JSON object. Fencing tokens are text of 19 digits.")
    boolean json;

    ReadCommand(Context context) {
        super(context);
    }

    final void printJson(Map<String, ?> object) {
        context().console().println(Json.text(object));
    }

    final void println(String line) {
        context().console().println(line);
    }
}
