package dev.holdfast.jdbc.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Unpacks the driver's native library once per machine and version instead of once per process, into the user's cache
 * folder. The copy is written beside its place, flushed and renamed, so that racing processes and a power cut leave a whole
 * file or none; folders and file must be the user's own and closed to others. Whatever fails, the driver unpacks it its
 * own way. A library that the user has set ({@code org.sqlite.lib.path}) is left alone.
 */
final class NativeLibrary {

    private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast");
    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> WRITE_OF_OTHERS =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private NativeLibrary() {}

    /** Points the driver at the cached library, unpacking it first where that has to be. */
    static void prepare() {
        if (System.getProperty(PATH) != null || System.getProperty(NAME) != null) {
            return;
        }
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath();
        String platform = resource.replaceFirst(".*/native/", "").replace('/', '-');
        String version = SQLiteJDBCLoader.getVersion() + "-" + platform;
        for (Path root : roots()) {
            Optional<Path> folder = unpack(root, version, resource + "/" + name, name);
            if (folder.isPresent()) {
                System.setProperty(NAME, name);
                System.setProperty(PATH, folder.get().toString());
                return;
            }
        }
    }

    /** Folders of ours, in the order of trying. */
    private static List<Path> roots() {
        List<Path> roots = new ArrayList<>();
        String cache = System.getenv("XDG_CACHE_HOME");
        if (cache != null && cache.startsWith("/")) {
            roots.add(Path.of(cache, "holdfast"));
        }
        String home = System.getProperty("user.home", "");
        if (home.length() > 1 && Files.isDirectory(Path.of(home))) {
            roots.add(Path.of(home, ".cache", "holdfast"));
        }
        String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
        roots.add(Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "holdfast-" + user));
        return roots;
    }

    /** The folder that has the library; empty where it cannot be there. */
    static Optional<Path> unpack(Path root, String version, String resource, String name) {
        try {
            Path above = root.getParent();
            if (above != null && !Files.isDirectory(above)) {
                Files.createDirectories(above);
            }
            Path kind = root.resolve("sqlite-native");
            Path folder = kind.resolve(version);
            unpackTo(List.of(root, kind, folder), folder.resolve(name), resource);
            return Optional.of(folder);
        } catch (IOException | RuntimeException unusable) {
            LOG.debug("native library is not cached here: folder={}, reason={}", root, unusable.toString());
            return Optional.empty();
        }
    }

    private static void unpackTo(List<Path> folders, Path library, String resource) throws IOException {
        URL source = SQLiteJDBCLoader.class.getResource(resource);
        if (source == null) {
            throw new IOException("no such resource: " + resource);
        }
        URLConnection connection = source.openConnection();
        Path last = folders.get(folders.size() - 1);
        for (Path folder : folders) {
            makePrivate(folder);
        }
        Path copy = Files.createTempFile(last, "unpacking-", ".tmp", PosixFilePermissions.asFileAttribute(PRIVATE));
        try (InputStream in = connection.getInputStream()) {
            UserPrincipal me = Files.getOwner(copy);
            for (Path folder : folders) {
                requirePrivate(folder, me);
            }
            if (!isWhole(library, connection.getContentLengthLong(), me)) {
                write(in, copy);
                Files.move(copy, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private static void makePrivate(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
        } catch (java.nio.file.FileAlreadyExistsException raced) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw raced;
            }
        }
    }

    private static void requirePrivate(Path path, UserPrincipal me) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        boolean mine = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(me);
        if (!mine || Files.isSymbolicLink(path) || !Collections.disjoint(permissions, WRITE_OF_OTHERS)) {
            throw new IOException("others may write here: " + path);
        }
    }

    private static boolean isWhole(Path library, long size, UserPrincipal me) throws IOException {
        if (!Files.isRegularFile(library, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        requirePrivate(library, me);
        return size > 0 && Files.size(library) == size;
    }

    private static void write(InputStream in, Path copy) throws IOException {
        try (FileChannel out = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            in.transferTo(Channels.newOutputStream(out));
            out.force(true);
        }
    }
}
