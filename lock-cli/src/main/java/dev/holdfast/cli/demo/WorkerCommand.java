package dev.holdfast.cli.demo;

import dev.holdfast.Holdfast;
import dev.holdfast.cli.Context;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.demo.Message.Kind;
import dev.holdfast.cli.exec.Signals;
import dev.holdfast.lock.HoldfastException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One worker process of the demo; started by it alone. */
@Command(name = "demo-worker", hidden = true, description = "One worker of the demo.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class WorkerCommand implements Callable<Integer> {

    static final String STORE_VARIABLE = "HOLDFAST_DEMO_STORE";

    private final Context context;

    @Option(names = "--number", required = true)
    int number;

    @Option(names = "--shop", required = true)
    Path shopFile;

    @Option(names = "--lock", required = true)
    String name;

    @Option(names = "--lease-millis", required = true)
    long leaseMillis;

    @Option(names = "--unsafe")
    boolean unsafe;

    WorkerCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        // Ctrl-C is the demo's to act on; it tells us, or our input ends.
        Signals.handle(Signals.Signal.INT, signal -> {});
        try (Shop shop = Shop.open(shopFile)) {
            if (unsafe) {
                work(SaleLock.naive(lease(), shop, number), shop);
            } else {
                try (Holdfast holdfast = openStore()) {
                    work(SaleLock.leased(holdfast, name, lease(), shop, number), shop);
                }
            }
            return ExitCodes.OK;
        } catch (HoldfastException | SQLException e) {
            tell(new Message(Kind.FAILED, 0, 0, String.valueOf(e.getMessage())));
            return ExitCodes.SOFTWARE;
        }
    }

    private Holdfast openStore() {
        // In the environment, where other users cannot see its secrets.
        @Nullable String store = System.getenv(STORE_VARIABLE);
        return context.stores()
                .open(
                        store == null ? "" : store,
                        c -> c.application("demo worker " + number).closeGrace(Duration.ofSeconds(1)));
    }

    private void work(SaleLock lock, Shop shop) throws SQLException, InterruptedException {
        Worker worker = new Worker(lock, shop, this::tell);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        Thread listener = new Thread(
                () -> worker.listen(input, () -> Runtime.getRuntime().halt(ExitCodes.SOFTWARE)), "demo-orders");
        listener.setDaemon(true);
        listener.start();
        worker.sellUntilStopped();
    }

    private Duration lease() {
        return Duration.ofMillis(leaseMillis);
    }

    private void tell(Message message) {
        context.console().println(message.line());
        context.console().flush();
    }
}
