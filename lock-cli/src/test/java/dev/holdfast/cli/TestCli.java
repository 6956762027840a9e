package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The command with its output in memory. */
final class TestCli {

    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Console console =
            new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    private final Cli cli;

    TestCli() {
        this(Holdfast::open);
    }

    TestCli(Context.Stores stores) {
        StoreSelection selection = new StoreSelection(Map.of("HOLDFAST_STORE", "memory:"), "/nonexistent");
        cli = new Cli(new Context(console, selection, stores));
    }

    int run(String... args) {
        return cli.run(args);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
