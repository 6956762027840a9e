package dev.holdfast.cli.demo;

import dev.holdfast.cli.CliError;
import dev.holdfast.cli.CliException;
import dev.holdfast.cli.CommandSupport;
import dev.holdfast.cli.Console;
import dev.holdfast.cli.Context;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.exec.OrphanGuard;
import dev.holdfast.cli.exec.RunId;
import dev.holdfast.cli.exec.Shell;
import dev.holdfast.cli.exec.SignalRelay;
import dev.holdfast.cli.exec.Signals;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.StoreUri;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast demo}. */
@Command(
        name = "demo",
        description = {
            "See processes exclude each other.",
            "Several worker processes sell from one stock, each sale under one lock. One worker is frozen between"
                    + " read and write until its lease has run out and another holds the lock: its late write is rejected by its"
                    + " fencing token. Another is killed while it holds the lock: the next one has it when the dead one's"
                    + " lease has run out. Exit code 0 only if nothing was oversold, tokens rose strictly, the late write was"
                    + " rejected and the take-over took at most lease + 1 s."
        },
        footer = {
            "",
            "With --unsafe the workers use a naive lock instead: a row with an end, no token for the resource to",
            "check, and a release that deletes the row whosever it is. It oversells, and the exit code is 0 only",
            "if it did: that is what tokens and owner checks are for.",
            "",
            "Examples:",
            "  holdfast demo",
            "  holdfast demo --unsafe",
            "  holdfast demo --store jdbc:sqlite:/path/to/locks.db --seconds 60 --workers 8",
            "  holdfast demo --store redis://localhost"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class DemoCommand extends CommandSupport {

    private static final Duration LEASE = Duration.ofSeconds(2);

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "15",
            description = "How long they sell, 5..3600; default: ${DEFAULT-VALUE}.")
    int seconds = 15;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many worker processes, 3..32; default: ${DEFAULT-VALUE}.")
    int workers = 4;

    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "The store of the lock; without it a SQLite file of the demo's own. The stock is always in a"
                    + " SQLite file of the demo's own.")
    @Nullable
    String store;

    @Option(names = "--unsafe", description = "Drop the token check and the owner check, and see what happens.")
    boolean unsafe;

    @Option(names = "--json", description = "Write one JSON object at the end, and nothing before.")
    boolean json;

    private DemoCommand(Context context) {
        super(context);
    }

    /** Adds the demo and its workers to the command. */
    public static void addTo(CommandLine commandLine, Context context) {
        commandLine.addSubcommand(new DemoCommand(context)).addSubcommand(new WorkerCommand(context));
    }

    @Override
    protected int run() throws Exception {
        Settings settings = settings();
        SignalRelay signals = SignalRelay.interrupting(Thread.currentThread());
        Signals.handle(signals::accept);
        RunId mark = RunId.fresh(System.getenv());
        Optional<OrphanGuard> orphans = OrphanGuard.start(mark.own());
        try {
            Report report = play(settings, mark, signals);
            show(report);
            return report.failures().isEmpty() ? ExitCodes.OK : CliError.DEMO_FAILED.exitCode();
        } catch (InterruptedException | HoldfastException | CliException e) {
            return signals.exitCode().orElseThrow(() -> e);
        } catch (IOException | SQLException e) {
            return signals.exitCode()
                    .orElseThrow(() -> new CliException(
                            CliError.DEMO_BROKEN, "demo cannot use its folder: reason=" + e.getMessage(), e));
        } finally {
            orphans.ifPresent(OrphanGuard::close);
        }
    }

    private Settings settings() {
        check("seconds", seconds, Settings.LEAST_SECONDS, Settings.MOST_SECONDS);
        check("workers", workers, Settings.LEAST_WORKERS, Settings.MOST_WORKERS);
        return new Settings(seconds, workers, unsafe, LEASE);
    }

    private Report play(Settings settings, RunId mark, SignalRelay signals)
            throws IOException, SQLException, InterruptedException {
        Console console = context().console();
        boolean terminal = !json && Shell.outputIsTerminal();
        Progress progress = new Progress(console, terminal, json);
        try (Folder folder = Folder.create();
                Shop shop = Shop.create(folder.file("shop.db"), settings.stock());
                Crew crew = new Crew(
                        progress, settings.stock(), () -> signals.exitCode().isPresent())) {
            String uri = store == null ? "jdbc:sqlite:" + folder.file("locks.db") : store;
            if (!unsafe) {
                // Told here rather than by every worker: a wrong URI, a store that does not answer or is in one
                // process.
                context()
                        .stores()
                        .open(uri, c -> c.application("demo").require(Capability.CROSS_PROCESS))
                        .close();
            }
            progress.event(
                    unsafe
                            ? "UNSAFE: a naive lock, no token check, no owner check; starting " + workers + " workers"
                            : "lock with a lease of " + LEASE + " on " + shown(uri) + "; starting " + workers
                                    + " workers");
            WorkerStarter starter = new WorkerStarter(settings, folder, uri, mark);
            crew.start(workers, starter::start);
            Findings findings = new Director(crew, settings, progress).direct();
            return new Report(settings, shop.books(), findings);
        } finally {
            progress.end();
        }
    }

    private String shown(String uri) {
        return store == null
                ? "a SQLite file of its own"
                : StoreUri.parse(uri) + ", stock in a SQLite file of the demo's own";
    }

    private void show(Report report) {
        if (json) {
            context().console().println(report.json());
        } else {
            context().console().println("");
            List<String> lines = report.lines();
            lines.forEach(context().console()::println);
        }
        if (!report.failures().isEmpty()) {
            context().console().error("demo failed: " + String.join("; ", report.failures()));
        }
    }

    private static void check(String parameter, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidInputException(
                    parameter + " is out of range", parameter, Integer.toString(value), "range=" + least + ".." + most);
        }
    }
}
