package dev.holdfast.cli.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;

/**
 * The demo's folder: made with what the demo starts, gone with its end. A demo that was killed leaves it; the next one removes it.
 *
 * <p>Whether a demo lives is told by a lock on the file {@code alive}, which the kernel drops with the process: unlike a process
 * id, it also holds between containers that share a folder. A folder gets its name only when that lock is held, so one that
 * has the name and no locked file belongs to nobody.
 */
final class Folder implements AutoCloseable {

    private static final String PREFIX = "holdfast-demo-";
    private static final String UNNAMED = "holdfast-new-demo-";
    private static final String ALIVE = "alive";

    private final Path path;
    private final FileChannel alive;

    private Folder(Path path, FileChannel alive) {
        this.path = path;
        this.alive = alive;
    }

    static Folder create() throws IOException {
        return create(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** A new one in this folder, from which those of dead demos of this user are removed. */
    static Folder create(Path parent) throws IOException {
        Path made = Files.createTempDirectory(parent, UNNAMED);
        boolean named = false;
        try {
            FileChannel alive = lockedOrNone(made.resolve(ALIVE));
            removeDead(parent, Files.getOwner(made));
            String random = made.getFileName().toString().substring(UNNAMED.length());
            Path path = parent.resolve(PREFIX + ProcessHandle.current().pid() + "-" + random);
            Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
            named = true;
            return new Folder(path, alive);
        } finally {
            if (!named) {
                delete(made);
            }
        }
    }

    /** Without the file where it cannot be locked: then nobody takes the folder for a dead one's. */
    private static FileChannel lockedOrNone(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            channel.lock();
        } catch (IOException noLocksHere) {
            Files.deleteIfExists(file);
        }
        return channel;
    }

    private static void removeDead(Path parent, UserPrincipal user) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                removeIfDead(folder, user);
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // What a dead demo left stays; nothing depends on it.
        }
    }

    private static void removeIfDead(Path folder, UserPrincipal user) {
        try {
            boolean ours = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user);
            if (!ours) {
                return;
            }
            try (FileChannel alive =
                    FileChannel.open(folder.resolve(ALIVE), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                if (alive.tryLock() != null) {
                    delete(folder);
                }
            }
        } catch (IOException | OverlappingFileLockException notTold) {
            // No such file, or it may not be opened: left alone.
        }
    }

    Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        delete(path);
        try {
            alive.close();
        } catch (IOException gone) {
            // The lock ends with the process at the latest.
        }
    }

    /** The files in it, and it; a folder in it was not made by a demo, so it stays. */
    private static void delete(Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(folder);
        } catch (IOException | DirectoryIteratorException left) {
            // A file of the temporary folder stays behind; nothing depends on it.
        }
    }
}
