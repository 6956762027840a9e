package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.Lease;
import dev.holdfast.spi.BackendProvider;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcProviderTest {

    @TempDir
    Path folder;

    @Test
    void provider_byServiceLoader_isFound() {
        assertThat(ServiceLoader.load(BackendProvider.class).stream().map(ServiceLoader.Provider::type))
                .contains(JdbcProvider.class);
    }

    @Test
    void open_sqlite_locks() throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open("jdbc:sqlite:" + folder.resolve("locks.db"));
                Lease lease = holdfast.lock("n").acquire()) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(holdfast.ping()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:oracle:thin:@host", "jdbc:", "jdbc:sqlite", "jdbc:sqlit:x.db"})
    void open_otherDatabase_listsTheSupported(String uri) {
        assertThatThrownBy(() -> Holdfast.open(uri))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("supported=[sqlite]");
    }

    @Test
    void open_withoutDriver_namesTheArtifact() throws Exception {
        URL[] ours = {location(JdbcProvider.class), location(Holdfast.class), location(org.slf4j.Logger.class)};
        try (URLClassLoader noDriver = new URLClassLoader(ours, ClassLoader.getPlatformClassLoader())) {
            Class<?> holdfast = noDriver.loadClass(Holdfast.class.getName());
            assertThatThrownBy(() -> {
                        try {
                            holdfast.getMethod("open", String.class)
                                    .invoke(null, "jdbc:sqlite:" + folder.resolve("x.db"));
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    })
                    .hasMessageContaining("driver is missing for database \"sqlite\"")
                    .hasMessageContaining("add org.xerial:sqlite-jdbc");
        }
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
