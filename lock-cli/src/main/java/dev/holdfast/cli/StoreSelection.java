package dev.holdfast.cli;

import dev.holdfast.cli.StoreChoice.Origin;
import dev.holdfast.lock.ConfigurationException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which store: the option, else {@code HOLDFAST_STORE}, else {@code store} in the configuration file, else a SQLite file in
 * the state folder, which is created for its owner alone.
 */
public final class StoreSelection {

    private static final FileAttribute<?>[] OWNER_ONLY =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                    }
                    : new FileAttribute<?>[0];

    private final Map<String, String> environment;
    private final String home;

    /** Over this environment; {@code home} is used where it has no {@code HOME}. */
    public StoreSelection(Map<String, String> environment, String home) {
        this.environment = environment;
        this.home = Optional.ofNullable(environment.get("HOME"))
                .filter(h -> !h.isEmpty())
                .orElse(home);
    }

    /**
     * Chooses; creates the state folder where the default is taken.
     *
     * @throws ConfigurationException when the configuration file is wrong or the state folder cannot be made
     */
    public StoreChoice choose(@Nullable String option) {
        try {
            return chosen(option);
        } catch (InvalidPathException e) {
            throw new ConfigurationException(
                    "path cannot be used in this locale: path=\"" + e.getInput()
                            + "\"; give --store, or set LC_ALL=C.UTF-8",
                    e);
        }
    }

    private StoreChoice chosen(@Nullable String option) {
        if (option != null) {
            return new StoreChoice(option, Origin.OPTION);
        }
        String variable = environment.get("HOLDFAST_STORE");
        if (variable != null && !variable.isEmpty()) {
            return new StoreChoice(variable, Origin.ENVIRONMENT);
        }
        return new ConfigFile(configFile())
                .store()
                .map(uri -> new StoreChoice(uri, Origin.CONFIG_FILE))
                .orElseGet(() -> new StoreChoice("jdbc:sqlite:" + createdStateFile(), Origin.DEFAULT));
    }

    /** Where the configuration file is looked for. */
    public Path configFile() {
        return base("XDG_CONFIG_HOME", ".config").resolve("holdfast").resolve("config");
    }

    private Path createdStateFile() {
        Path folder = base("XDG_STATE_HOME", ".local/state").resolve("holdfast");
        if (folder.toString().indexOf('?') >= 0) {
            throw new ConfigurationException(
                    "state folder has a question mark in its path: path=\"" + folder + "\"; give --store");
        }
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, OWNER_ONLY);
            }
        } catch (IOException e) {
            throw new ConfigurationException(
                    "state folder cannot be made: path=\"" + folder + "\", reason=" + reason(e)
                            + "; give --store, or set HOLDFAST_STORE or XDG_STATE_HOME",
                    e);
        }
        return folder.resolve("locks.db");
    }

    /** The variable, if it is an absolute path as its specification demands, else below the home folder. */
    private Path base(String variable, String below) {
        String value = environment.get(variable);
        boolean absolute = value != null && !value.isEmpty() && Path.of(value).isAbsolute();
        return absolute ? Path.of(value) : Path.of(home, below);
    }

    static String reason(IOException e) {
        String type = e.getClass().getSimpleName();
        return e instanceof java.nio.file.FileSystemException f && f.getReason() != null ? f.getReason() : type;
    }
}
