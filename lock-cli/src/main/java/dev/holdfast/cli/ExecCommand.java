package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.cli.exec.Program;
import dev.holdfast.cli.exec.Run;
import dev.holdfast.cli.exec.Signals;
import dev.holdfast.lock.Acquisition;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.lock.LockRefusedException;
import dev.holdfast.lock.LossPolicy;
import dev.holdfast.lock.Refused;
import dev.holdfast.lock.SelfDeadlockException;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.Names;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast exec}. */
@Command(
        name = "exec",
        customSynopsis = "holdfast exec --lock NAME [OPTION...] [--] CMD [ARGUMENT...]",
        description = {
            "Run a program while holding a lock.",
            "The program keeps the terminal, standard input, the working folder and the environment, and finds"
                    + " HOLDFAST_FENCING_TOKEN (19 digits), HOLDFAST_LOCK and HOLDFAST_STORE (the URI as given,"
                    + " secrets included) in it. The lease is renewed while it runs and given up when it and all"
                    + " that it started have ended. When the lease is about to be lost, the program gets TERM, and"
                    + " KILL by the deadline. TERM, INT and HUP are passed on to it."
        },
        footer = {
            "",
            "Examples:",
            "  holdfast exec --lock nightly -- ./backup.sh",
            "  holdfast exec --lock nightly --wait 0s -- ./backup.sh     one attempt, else exit code 75",
            "  holdfast exec --lock db --lease 10s --wait 1m -- sh -c 'psql -f up.sql && touch done'",
            "",
            "Exit codes: the program's own; 126 and 127 when it cannot be run; 128+n when signal n ended it;",
            "64 wrong command line, 69 store does not answer, 70 our own fault, 75 lock refused or not free in",
            "time (or --conflict-exit-code), 76 lease lost, 78 wrong configuration.",
            "",
            "Limits: what the program starts is known by its parents and by the mark HOLDFAST_RUN_ID in its",
            "environment; a process that sheds both, or belongs to another user, is not waited for. Ctrl-\\ and",
            "descriptors above 2 do not reach the program. A killed holdfast takes the program with it where setpriv (util-linux) is",
            "there, and on Linux all that it started; --verbose tells where that cannot be. A stopped",
            "holdfast (Ctrl-Z, SIGSTOP) cannot renew: the program is killed when holdfast continues after its",
            "lease. Let the resource check the fencing token where that matters."
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ExecCommand extends StoreCommand {

    private static final int MAX_EXIT_CODE = 255;

    @Option(names = "--lock", required = true, paramLabel = "NAME", description = "The lock, 1..512 bytes of UTF-8.")
    String name;

    @Option(
            names = "--wait",
            paramLabel = "D",
            description = "Wait at most so long, for example 500ms, 10s, 2m or PT10S; 0s is one attempt. Without it:"
                    + " wait without bound.")
    @Nullable
    String wait;

    @Option(
            names = "--lease",
            paramLabel = "D",
            defaultValue = "30s",
            description = "How long the store holds the lock when it is not renewed, 100ms..30d; default:"
                    + " ${DEFAULT-VALUE}.")
    String lease = "30s";

    @Option(
            names = "--conflict-exit-code",
            paramLabel = "N",
            defaultValue = "75",
            description = "Exit code when the lock was refused or not free in time, 0..255; default: ${DEFAULT-VALUE}.")
    int conflictExitCode = ExitCodes.REFUSED;

    @Option(
            names = "--note",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Shown to others who want the lock, at most 256 characters.")
    String note = "";

    @Parameters(arity = "1..*", paramLabel = "CMD", description = "The program and its arguments.")
    List<String> command;

    ExecCommand(Context context) {
        super(context);
    }

    @Override
    protected int run() throws Exception {
        if (conflictExitCode < 0 || conflictExitCode > MAX_EXIT_CODE) {
            throw new InvalidInputException(
                    "exit code is out of range",
                    "conflict-exit-code",
                    Integer.toString(conflictExitCode),
                    "range=0.." + MAX_EXIT_CODE);
        }
        @Nullable Duration bound = wait == null ? null : waitOf(wait);
        Duration length = DurationText.parse("lease", lease);
        Names.check(name);
        LeaseOptions.DEFAULTS.lease(length).note(note);
        Program program = new Program(command);
        program.check(System.getenv());
        StoreChoice choice = chooseStore();
        refuseSelfDeadlock(bound, choice.uri());
        Run run = new Run(program, choice.uri(), context().console()::error, this::detail);
        Signals.handle(run.signals()::accept);
        // A lock that excludes nobody outside this process would be none.
        try (Holdfast holdfast = open(choice, program.name(), Capability.CROSS_PROCESS)) {
            DistributedLock lock =
                    holdfast.lock(name, o -> o.lease(length).note(note).lossPolicy(LossPolicy.REPORT));
            Acquisition acquisition = bound == null ? lock.acquire() : lock.tryAcquire(bound);
            if (acquisition instanceof Refused refused) {
                context().console().error(String.valueOf(new LockRefusedException(refused).getMessage()));
                return conflictExitCode;
            }
            Lease held = acquisition.orElseThrow();
            detail("lock acquired: name=\"" + name + "\", token=" + held.fencingToken());
            return run.under(held, length);
        } catch (InterruptedException | HoldfastException e) {
            // A signal interrupts us wherever we are; what the store makes of that is not of interest.
            return run.signals().exitCode().orElseThrow(() -> e);
        }
    }

    /** We run under an exec that holds this lock until we have ended: waiting without bound would never end. */
    private void refuseSelfDeadlock(@Nullable Duration bound, String uri) {
        boolean inside = name.equals(System.getenv("HOLDFAST_LOCK")) && uri.equals(System.getenv("HOLDFAST_STORE"));
        if (inside && bound == null) {
            throw new SelfDeadlockException(name);
        }
    }

    static Duration waitOf(String text) {
        if (text.startsWith("-")) {
            throw new InvalidInputException("wait must not be negative", "wait", text, "use zero for one attempt");
        }
        Duration wait = DurationText.parse("wait", text);
        if (wait.isNegative()) {
            throw new InvalidInputException("wait must not be negative", "wait", text, "use zero for one attempt");
        }
        return wait;
    }
}
