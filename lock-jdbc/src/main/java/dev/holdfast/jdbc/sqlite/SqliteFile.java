package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the place of the database file before the driver sees it, so that each error names the file and the remedy. */
final class SqliteFile {

    /**
     * File systems whose locks or shared memory do not reach every process that can open the file: SQLite's write-ahead
     * log would let two of them in.
     */
    private static final Set<String> REFUSED = Set.of(
            "nfs",
            "nfs3",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "9p",
            "virtiofs",
            "vboxsf",
            "prl_fs",
            "afs",
            "ceph",
            "coda",
            "gpfs",
            "lustre",
            "ncpfs",
            "ocfs2",
            "gfs2",
            "beegfs",
            "webdav",
            "davfs",
            "drvfs");

    private SqliteFile() {}

    /**
     * The absolute path of a URI's location.
     *
     * @throws ConfigurationException when it is none, a folder, in no folder, or on a refused file system
     * @throws StoreUnavailableException when it may not be written
     */
    static Path check(String location) {
        Path named = path(location);
        Path folder = named.getParent();
        if (folder == null || Files.isDirectory(named)) {
            throw new ConfigurationException("database path is a folder: file=" + named + "; name a file in it");
        }
        if (!Files.isDirectory(folder)) {
            throw new ConfigurationException(
                    "folder of the database does not exist: folder=" + folder + "; create it or name another file");
        }
        Path file = real(named, folder);
        refuseFileSystem(file, folder);
        refuseMountedFile(file);
        requireAccess(file, folder);
        return file;
    }

    /** Whether a file system type is one that cannot carry the locks. */
    static boolean isRefused(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        boolean localFuse = lower.equals("fuseblk");
        return REFUSED.contains(lower) || (lower.startsWith("fuse") && !localFuse) || lower.startsWith("osxfuse");
    }

    private static Path path(String location) {
        boolean special = location.isEmpty() || location.startsWith(":") || location.startsWith("file:");
        if (location.equals(":memory:") || location.contains("mode=memory") || location.startsWith("file::memory:")) {
            throw new ConfigurationException("an in-memory database excludes nobody: uri=jdbc:sqlite:" + location
                    + "; use memory: within one process, or name a file");
        }
        if (special) {
            throw new ConfigurationException("database path is missing or special: uri=jdbc:sqlite:" + location
                    + "; write jdbc:sqlite:/path/to/file.db");
        }
        try {
            return Path.of(location).toAbsolutePath();
        } catch (InvalidPathException bad) {
            throw new ConfigurationException(
                    "database path is not a path: uri=jdbc:sqlite:" + location + "; write jdbc:sqlite:/path/to/file.db",
                    bad);
        }
    }

    /** One path for one file, whatever links lead to it: SQLite follows them too. */
    private static Path real(Path file, Path folder) {
        try {
            return Files.exists(file) ? file.toRealPath() : folder.toRealPath().resolve(file.getFileName());
        } catch (IOException unreadable) {
            return file;
        }
    }

    private static void refuseFileSystem(Path file, Path folder) {
        try {
            String type = Files.getFileStore(Files.exists(file) ? file : folder).type();
            if (isRefused(type)) {
                throw new ConfigurationException("file system cannot carry locks between processes: file=" + file
                        + ", type=" + type + "; put the file on a local disk, or use a server store");
            }
        } catch (IOException | SecurityException unknown) {
            // what cannot be told is not refused; the driver's own errors follow
        }
    }

    /** A file mounted alone (a container's single-file volume) leaves its log and shared memory outside: two worlds. */
    private static void refuseMountedFile(Path file) {
        @Nullable List<String> mounts = mounts();
        if (mounts != null && mounts.contains(file.toString())) {
            throw new ConfigurationException(
                    "database file is a mount of its own, so its -wal file is not shared: file=" + file
                            + "; mount its folder instead");
        }
    }

    private static @Nullable List<String> mounts() {
        try {
            return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                    .map(line -> line.split(" ", 6))
                    .filter(fields -> fields.length == 6)
                    .map(fields -> fields[4].replace("\\040", " "))
                    .toList();
        } catch (IOException | RuntimeException notLinux) {
            return null;
        }
    }

    private static void requireAccess(Path file, Path folder) {
        if (Files.exists(file) && !(Files.isReadable(file) && Files.isWritable(file))) {
            throw new StoreUnavailableException(
                    "database file may not be read and written: file=" + file + "; change its permissions", null);
        }
        if (!Files.isWritable(folder)) {
            throw new StoreUnavailableException(
                    "folder of the database may not be written, its -wal file has to be: folder=" + folder
                            + "; change its permissions or name another file",
                    null);
        }
    }
}
