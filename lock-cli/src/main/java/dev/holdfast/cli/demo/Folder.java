package dev.holdfast.cli.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The demo's folder: made with what the demo starts, gone with its end. A demo that was killed leaves it; the next one removes it
 * ({@link DeadFolders}).
 *
 * <p>Whether a demo lives is told by a lock on the file {@code alive}, which the kernel drops with the process: unlike a process
 * id, it also holds between containers that share a folder. The file gets its text only when that lock is held, so one that has
 * the text and no lock belongs to nobody.
 */
final class Folder implements AutoCloseable {

    static final String PREFIX = "holdfast-demo-";
    static final String ALIVE = "alive";
    static final String TEXT = "holdfast demo\n";

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
        Path made = Files.createTempDirectory(
                parent, PREFIX + ProcessHandle.current().pid() + "-");
        boolean done = false;
        try {
            // Before our own has its file: to look at that and close it would drop our lock on it, as POSIX has it.
            DeadFolders.remove(parent, Files.getOwner(made));
            Folder folder = new Folder(made, lockedOrNone(made.resolve(ALIVE)));
            done = true;
            return folder;
        } finally {
            if (!done) {
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
            return channel;
        }
        channel.write(ByteBuffer.wrap(TEXT.getBytes(StandardCharsets.US_ASCII)));
        return channel;
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
