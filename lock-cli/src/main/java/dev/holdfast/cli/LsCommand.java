package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Holder;
import dev.holdfast.spi.HeldLock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast ls}. */
@Command(
        name = "ls",
        description = "List the locks that are held.",
        footer = {"", "Examples:", "  holdfast ls", "  holdfast ls orders/ --json"})
final class LsCommand extends ReadCommand {

    @Parameters(arity = "0..1", paramLabel = "PREFIX", defaultValue = "", description = "Only names that start so.")
    String prefix = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The most rows, 1..10000; default: ${DEFAULT-VALUE}.")
    int limit = 1000;

    LsCommand(Context context) {
        super(context);
    }

    @Override
    protected int run() {
        try (Holdfast holdfast = open()) {
            List<HeldLock> locks = holdfast.inspector().list(prefix, limit);
            if (json) {
                Map<String, Object> object = new LinkedHashMap<>();
                object.put("locks", locks.stream().map(Json::of).toList());
                object.put("limitReached", locks.size() == limit);
                printJson(object);
            } else {
                print(locks);
            }
        }
        return ExitCodes.OK;
    }

    private void print(List<HeldLock> locks) {
        if (locks.isEmpty()) {
            return;
        }
        Table table = new Table();
        table.row("NAME", "HOLDER", "PID", "SINCE", "REMAINING", "TOKEN", "NOTE");
        for (HeldLock lock : locks) {
            Holder holder = lock.holder();
            table.row(
                    lock.name(),
                    who(holder),
                    Long.toString(holder.pid()),
                    Printable.moment(holder.since()),
                    Printable.duration(holder.remaining()),
                    lock.token().toString(),
                    holder.note());
        }
        table.lines().forEach(line -> println(line.stripTrailing()));
        if (locks.size() == limit) {
            context().console().error("the list may go on: limit=" + limit + "; give --limit or a longer PREFIX");
        }
    }

    private static String who(Holder holder) {
        return holder.application().isEmpty() ? holder.host() : holder.application() + "@" + holder.host();
    }
}
