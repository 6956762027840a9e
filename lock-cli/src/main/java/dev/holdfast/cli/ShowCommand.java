package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdfast show}. */
@Command(
        name = "show",
        description = "Show who holds a lock. Exit code 1 when nobody does.",
        footer = {"", "Examples:", "  holdfast show nightly", "  holdfast show nightly --json"})
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ShowCommand extends ReadCommand {

    @Parameters(paramLabel = "NAME", description = "The lock.")
    String name;

    ShowCommand(Context context) {
        super(context);
    }

    @Override
    protected int run() {
        Names.check(name);
        try (Holdfast holdfast = open()) {
            Optional<HeldLock> found = holdfast.inspector().find(name);
            if (json) {
                printJson(found.map(Json::of).orElseGet(() -> notHeld(name)));
                return found.isPresent() ? ExitCodes.OK : ExitCodes.NO;
            }
            print(found.orElseThrow(() -> notHeldError(name)));
            return ExitCodes.OK;
        }
    }

    private void print(HeldLock lock) {
        Table table = new Table();
        table.row("name", lock.name());
        table.row("host", lock.holder().host());
        table.row("pid", Long.toString(lock.holder().pid()));
        table.row("application", lock.holder().application());
        table.row("note", lock.holder().note());
        table.row("since", Printable.moment(lock.holder().since()));
        table.row("remaining", Printable.duration(lock.holder().remaining()));
        table.row("token", lock.token().toString());
        table.row("owner", lock.owner());
        table.row("contenders", Integer.toString(lock.contenders()));
        table.lines().forEach(line -> println(line.stripTrailing()));
    }

    static Map<String, Object> notHeld(String name) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", name);
        object.put("held", false);
        return object;
    }

    static CliException notHeldError(String name) {
        return new CliException(CliError.NOT_HELD, "lock is not held: name=\"" + name + "\"");
    }
}
