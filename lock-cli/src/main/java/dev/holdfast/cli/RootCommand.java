package dev.holdfast.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast}. */
@Command(
        name = "holdfast",
        description = "Run programs under a lock that other processes respect, look at locks, take them away.",
        versionProvider = VersionCommand.Provider.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  holdfast exec --lock nightly -- ./backup.sh      run it when nobody else does",
            "  holdfast exec --lock nightly --wait 0s -- ./backup.sh   or not at all",
            "  holdfast ls                                      who holds what",
            "  holdfast demo                                    see what it is for",
            "",
            "Store: --store URI, else the variable HOLDFAST_STORE, else 'store = URI' in",
            "$XDG_CONFIG_HOME/holdfast/config, else SQLite in $XDG_STATE_HOME/holdfast/locks.db.",
            "",
            "Exit codes:",
            "  0    done; exec: the program's own code",
            "  1    nobody holds the lock (show, release); the demo failed (demo)",
            "  64   wrong command line",
            "  69   the store does not answer",
            "  70   a fault of holdfast itself",
            "  75   the lock was refused or not free in time",
            "  76   the lease was lost, the program was stopped",
            "  78   wrong configuration",
            "  126  the program cannot be executed",
            "  127  there is no such program",
            "  128+n  ended by signal n"
        })
final class RootCommand {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    boolean version;
}
