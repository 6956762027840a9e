package dev.holdfast.cli.exec;

import dev.holdfast.cli.CliError;
import dev.holdfast.cli.CliException;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseLoss;
import dev.holdfast.lock.LeaseLostException;
import dev.holdfast.lock.ReleaseResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One run of one program under one lease. Call {@link #under} on a thread that lives until it returns.
 */
public final class Run {

    private final Program program;
    private final String store;
    private final Consumer<String> notices;
    private final Consumer<String> details;
    private final Events events = new Events();
    private final SignalRelay signals = new SignalRelay(Thread.currentThread(), events);

    /**
     * For the thread that makes it.
     *
     * @param program what to run
     * @param store told to the program as {@code HOLDFAST_STORE}, with its secrets: it may need them
     * @param notices lines for the user
     * @param details lines for the user who asked for more
     */
    public Run(Program program, String store, Consumer<String> notices, Consumer<String> details) {
        this.program = program;
        this.store = store;
        this.notices = notices;
        this.details = details;
    }

    /** Where signals go. */
    public SignalRelay signals() {
        return signals;
    }

    /**
     * Runs the program and gives the lease up when all has ended.
     *
     * @param length the lease's length
     * @return the program's exit code
     * @throws CliException when the lease was lost
     */
    public int under(Lease lease, Duration length) throws InterruptedException {
        Supervisor.Outcome outcome;
        LeaseGuard guard = new LeaseGuard(length);
        try {
            signals.running();
            outcome = supervised(lease, guard);
        } catch (RuntimeException | InterruptedException e) {
            release(lease);
            throw e;
        }
        ReleaseResult result = release(lease);
        if (outcome.stopped()) {
            throw new CliException(CliError.COMMAND_STOPPED, stoppedText(lease, outcome.loss(), guard));
        }
        if (result == ReleaseResult.LOST) {
            throw new CliException(
                    CliError.LOST_AT_RELEASE,
                    "lease was lost before the program ended or right after: name=\"" + lease.name() + "\", token="
                            + lease.fencingToken() + ", programExitCode=" + outcome.exitCode()
                            + outcome.loss().map(l -> ", cause=" + l.cause()).orElse("")
                            + "; check what it did");
        }
        return outcome.exitCode();
    }

    private Supervisor.Outcome supervised(Lease lease, LeaseGuard guard) throws InterruptedException {
        RunId run = RunId.fresh(System.getenv());
        Map<String, String> added = new HashMap<>();
        added.put("HOLDFAST_LOCK", lease.name());
        added.put("HOLDFAST_STORE", store);
        added.put("HOLDFAST_FENCING_TOKEN", lease.fencingToken().toString());
        added.put(RunId.VARIABLE, run.value());
        Launcher launcher = new Launcher();
        Optional<OrphanGuard> orphans = OrphanGuard.start(run.own());
        if (!launcher.killedWithUs() || orphans.isEmpty()) {
            details.accept("program may outlive a killed holdfast: setpriv=" + launcher.killedWithUs()
                    + ", orphanGuard=" + orphans.isPresent() + "; install util-linux 2.33 or newer, grep and sh");
        }
        Process child;
        try {
            child = launcher.start(program, added);
        } catch (CliException e) {
            orphans.ifPresent(OrphanGuard::close);
            throw e;
        }
        ProcessTree tree = new ProcessTree(child.pid(), run.own());
        Supervisor.Outcome outcome = new Supervisor(child, tree, lease, guard, events, notices).superviseUntilEnd();
        orphans.ifPresent(OrphanGuard::close);
        return outcome;
    }

    private ReleaseResult release(Lease lease) {
        try {
            ReleaseResult result = lease.release();
            if (result == ReleaseResult.UNKNOWN) {
                notices.accept(
                        "release was not confirmed, the lock lapses within one lease: name=\"" + lease.name() + "\"");
            }
            return result;
        } catch (HoldfastException e) {
            notices.accept("release failed, the lock lapses within one lease: name=\"" + lease.name() + "\", reason="
                    + e.getMessage());
            return ReleaseResult.UNKNOWN;
        }
    }

    private static String stoppedText(Lease lease, Optional<LeaseLoss> loss, LeaseGuard guard) {
        return loss.map(l -> "program stopped, " + LeaseLostException.text(lease.name(), l))
                .orElseGet(() -> "program stopped, no renewal was confirmed in time: name=\"" + lease.name()
                        + "\", token=" + lease.fencingToken() + ", grace=" + guard.grace());
    }
}
