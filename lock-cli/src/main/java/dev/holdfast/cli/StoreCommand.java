package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.StoreUri;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that works on a store. */
abstract class StoreCommand extends CommandSupport {

    /** Nothing is held when a command closes its client, so there is nobody to wait for. */
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "The store, for example jdbc:sqlite:/path/to/locks.db. Without it: HOLDFAST_STORE, then"
                    + " 'store = URI' in the configuration file, then a SQLite file in the state folder.")
    @Nullable
    String store;

    StoreCommand(Context context) {
        super(context);
    }

    final StoreChoice chooseStore() {
        StoreChoice choice = context().selection().choose(store);
        detail("store chosen: uri=" + StoreUri.parse(choice.uri()) + ", by=" + choice.origin());
        return choice;
    }

    final Holdfast open(StoreChoice choice, String application, Capability... required) {
        return context()
                .stores()
                .open(
                        choice.uri(),
                        c -> c.application(application).closeGrace(CLOSE_GRACE).require(required));
    }

    final Holdfast open() {
        return open(chooseStore(), "holdfast");
    }
}
