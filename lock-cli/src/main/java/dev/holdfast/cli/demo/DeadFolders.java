package dev.holdfast.cli.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Removes what killed demos left, and nothing else: a folder of a demo's name and of this user, whose file {@code alive} has a
 * demo's text and no lock; in it, the files that a demo writes. Folders are held open and files named relative to them, so that
 * none can be exchanged between look and removal; where the system cannot do so, all stays.
 */
final class DeadFolders {

    private static final Pattern NAME = Pattern.compile(Pattern.quote(Folder.PREFIX) + "\\d+-\\d+");
    private static final Pattern WRITTEN = Pattern.compile("(shop|locks)\\.db(-wal|-shm|-journal)?|worker-\\d+\\.err");
    private static final Path ALIVE = Path.of(Folder.ALIVE);
    /** For both: a pipe would be waited for if it were opened for one of them. */
    private static final Set<OpenOption> READ_AND_LOCK =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private DeadFolders() {}

    static void remove(Path parent, UserPrincipal user) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
            if (folders instanceof SecureDirectoryStream<Path> held) {
                for (Path folder : held) {
                    Path name = folder.getFileName();
                    if (NAME.matcher(name.toString()).matches()) {
                        removeIfDead(held, name, user);
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // What a dead demo left stays; nothing depends on it.
        }
    }

    private static void removeIfDead(SecureDirectoryStream<Path> parent, Path name, UserPrincipal user) {
        try {
            if (!isFolderOf(
                    user, parent.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS))) {
                return; // before it is opened: a pipe would be waited for
            }
            try (SecureDirectoryStream<Path> folder = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                if (isFolderOf(user, folder.getFileAttributeView(PosixFileAttributeView.class))
                        && folder.getFileAttributeView(ALIVE, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                                .readAttributes()
                                .isRegularFile()
                        && emptiedIfDead(folder)) {
                    parent.deleteDirectory(name);
                }
            }
        } catch (IOException | DirectoryIteratorException | OverlappingFileLockException notTold) {
            // No such file, it may not be opened, or something else is in the folder: left alone.
        }
    }

    private static boolean isFolderOf(UserPrincipal user, PosixFileAttributeView view) throws IOException {
        PosixFileAttributes found = view.readAttributes();
        return found.isDirectory() && found.owner().equals(user);
    }

    private static boolean emptiedIfDead(SecureDirectoryStream<Path> folder) throws IOException {
        try (SeekableByteChannel channel = folder.newByteChannel(ALIVE, READ_AND_LOCK)) {
            boolean dead = channel instanceof FileChannel alive && hasText(alive) && alive.tryLock() != null;
            if (dead) {
                for (Path file : folder) {
                    if (WRITTEN.matcher(file.getFileName().toString()).matches()) {
                        folder.deleteFile(file.getFileName());
                    }
                }
                folder.deleteFile(ALIVE);
            }
            return dead;
        }
    }

    private static boolean hasText(FileChannel file) throws IOException {
        ByteBuffer found = ByteBuffer.allocate(Folder.TEXT.length() + 1);
        while (found.hasRemaining() && file.read(found) >= 0) {
            // to its end, or until it is too long
        }
        return StandardCharsets.ISO_8859_1.decode(found.flip()).toString().equals(Folder.TEXT);
    }
}
