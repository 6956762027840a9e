package dev.holdfast.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.testkit.LeakCheck;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A broken provider on the class path costs the others nothing. */
@Timeout(60)
class BrokenProviderTest {

    @RegisterExtension
    final LeakCheck leaks = new LeakCheck();

    @TempDir
    Path folder;

    /** Throws whenever it is asked; public with a public constructor for the service loader. */
    public static final class Broken implements BackendProvider {
        /** For the service loader. */
        public Broken() {}

        @Override
        public List<String> schemes() {
            throw new IllegalStateException("broken provider");
        }

        @Override
        public Capabilities capabilities(String scheme) {
            throw new IllegalStateException("broken provider");
        }

        @Override
        public Backend open(StoreUri uri, BackendContext context) {
            throw new IllegalStateException("broken provider");
        }
    }

    private static final class Driverless implements BackendProvider {
        @Override
        public List<String> schemes() {
            return List.of("driverless");
        }

        @Override
        public Capabilities capabilities(String scheme) {
            throw new IllegalStateException("broken provider");
        }

        @Override
        public Backend open(StoreUri uri, BackendContext context) {
            throw new NoClassDefFoundError("driver/Foo");
        }
    }

    @Test
    void open_anotherProviderThrows_opens() throws Exception {
        withServices(Broken.class.getName(), () -> Holdfast.open("memory:").close());
    }

    @Test
    void open_garbageInAServicesFile_opens() throws Exception {
        withServices(
                "no.such.Provider\njava.lang.String\n!!garbage",
                () -> Holdfast.open("memory:").close());
    }

    @Test
    void open_schemeOfABrokenProvider_isRefusedWithItsName() throws Exception {
        withServices(
                Broken.class.getName(),
                () -> assertThatThrownBy(() -> Holdfast.open("redis://host"))
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("redis")
                        .hasMessageContaining(Broken.class.getName()));
    }

    @Test
    void open_givenProviderThrows_othersOpen() {
        Holdfast.open("memory:", c -> c.provider(new Broken())).close();
    }

    @Test
    void open_driverMissing_failsWithItsCauseAndLeavesNoThread() {
        assertThatThrownBy(() -> Holdfast.open("driverless:", c -> c.provider(new Driverless())))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("driver/Foo");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private interface Task {
        void run() throws Exception;
    }

    private void withServices(String lines, Task task) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = loader(lines, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            task.run();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private URLClassLoader loader(String lines, ClassLoader parent) throws IOException {
        Path file = folder.resolve("META-INF/services/" + BackendProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, lines + "\n");
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent);
    }
}
