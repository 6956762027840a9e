package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast release}. */
@Command(
        name = "release",
        description = {
            "Take a lock away from its holder. Exit code 1 when nobody holds it.",
            "The holder is told at its next renewal (loss cause FORCED, with the reason) and may run on until then:"
                    + " only a resource that checks fencing tokens is safe from it."
        },
        footer = {"", "Example:", "  holdfast release nightly --force --reason 'host is gone'"})
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ReleaseCommand extends ReadCommand {

    private static final int MAX_REASON = 256;

    @Parameters(paramLabel = "NAME", description = "The lock.")
    String name;

    @Option(names = "--force", description = "Yes, take it away.")
    boolean force;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Shown to the holder, 1..256 characters.")
    @Nullable
    String reason;

    ReleaseCommand(Context context) {
        super(context);
    }

    @Override
    protected int run() {
        Names.check(name);
        String why = checkedReason();
        try (Holdfast holdfast = open()) {
            Optional<HeldLock> taken = holdfast.inspector().forceRelease(name, why);
            if (json) {
                Map<String, Object> object = taken.map(Json::of).orElseGet(() -> ShowCommand.notHeld(name));
                Map<String, Object> answer = new LinkedHashMap<>();
                answer.put("released", taken.isPresent());
                answer.put("was", object);
                printJson(answer);
                return taken.isPresent() ? ExitCodes.OK : ExitCodes.NO;
            }
            HeldLock was = taken.orElseThrow(() -> ShowCommand.notHeldError(name));
            println(Printable.line("released: name=\"" + name + "\", token=" + was.token() + ", was held by "
                    + was.holder().describe()));
            return ExitCodes.OK;
        }
    }

    private String checkedReason() {
        if (!force) {
            throw new CliException(
                    CliError.USAGE,
                    "a lock is given up by its holder, taking it away needs --force: name=\"" + name
                            + "\"; the holder may still be running, and only a resource that checks fencing tokens is safe"
                            + " from it; add --force --reason TEXT");
        }
        if (reason == null || reason.isBlank() || reason.length() > MAX_REASON) {
            String length = reason == null ? "none" : Integer.toString(reason.length());
            throw new CliException(
                    CliError.USAGE,
                    "the holder must be told why: length=" + length + ", range=1.." + MAX_REASON
                            + "; add --reason TEXT");
        }
        return reason;
    }
}
