package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.util.LibraryLoaderUtil;

class NativeLibraryTest {

    private static final String NAME = LibraryLoaderUtil.getNativeLibName();
    private static final String RESOURCE = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + NAME;

    @TempDir
    Path folder;

    @BeforeEach
    void close() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void unpack_firstTime_writesOnePrivateFile() throws IOException {
        Path there = unpack().orElseThrow();
        assertThat(there.resolve(NAME)).isRegularFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(there)))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(there)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void unpack_again_leavesTheFile() throws IOException {
        Path library = unpack().orElseThrow().resolve(NAME);
        Object before = Files.readAttributes(library, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        assertThat(unpack()).isPresent();
        assertThat(Files.readAttributes(library, java.nio.file.attribute.BasicFileAttributes.class)
                        .fileKey())
                .isEqualTo(before);
    }

    @Test
    void unpack_tornFile_isReplaced() throws IOException {
        Path library = unpack().orElseThrow().resolve(NAME);
        long size = Files.size(library);
        Files.write(library, new byte[10]);
        assertThat(unpack()).isPresent();
        assertThat(Files.size(library)).isEqualTo(size);
    }

    @Test
    void unpack_folderOthersMayWrite_isNotUsed() throws IOException {
        Path there = unpack().orElseThrow();
        Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(unpack()).isEmpty();
    }

    @Test
    void unpack_folderIsALink_isNotUsed() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("holdfast"), elsewhere);
        assertThat(unpack()).isEmpty();
    }

    @Test
    void unpack_noSuchPlatform_isEmpty() {
        assertThat(NativeLibrary.unpack(folder.resolve("holdfast"), "v", "/org/sqlite/native/None/none.so", "none.so"))
                .isEmpty();
    }

    @Test
    void unpack_byManyAtOnce_leavesOneWholeFile() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(threads.submit(() -> {
                    start.await();
                    return unpack().isPresent();
                }));
            }
            start.countDown();
            for (Future<Boolean> one : all) {
                assertThat(one.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        Path there = unpack().orElseThrow();
        try (Stream<Path> files = Files.list(there)) {
            assertThat(files).containsExactly(there.resolve(NAME));
        }
    }

    @Test
    void prepare_thisProcess_pointsTheDriverAtTheCopy() {
        NativeLibrary.prepare();
        assertThat(System.getProperty("org.sqlite.lib.name")).isEqualTo(NAME);
        assertThat(Path.of(System.getProperty("org.sqlite.lib.path"), NAME)).isRegularFile();
    }

    private java.util.Optional<Path> unpack() {
        return NativeLibrary.unpack(folder.resolve("holdfast"), "v", RESOURCE, NAME);
    }
}
