package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capability;
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

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "jdbc:sqlite"})
    void capabilities_ofSqlite_areThoseOfAnOpenedFile(String scheme) {
        try (Holdfast holdfast = Holdfast.open("jdbc:sqlite:" + folder.resolve("locks.db"))) {
            assertThat(new JdbcProvider().capabilities(scheme)).isEqualTo(holdfast.capabilities());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:oracle", "jdbc:", "memory"})
    void capabilities_ofAnotherDatabase_areRefused(String scheme) {
        assertThatThrownBy(() -> new JdbcProvider().capabilities(scheme))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("uri=" + scheme + ", supported=[sqlite]");
    }

    @Test
    void stores_ofTheProvider_nameTheDatabase() {
        assertThat(new JdbcProvider().stores()).containsExactly("jdbc:sqlite");
    }

    @Test
    void open_capabilityMissing_namesNoStoreThatLacksItToo() {
        assertThatThrownBy(() -> Holdfast.open(
                        "jdbc:sqlite:" + folder.resolve("x.db"), c -> c.require(Capability.CROSS_MACHINE)))
                .isInstanceOf(UnsupportedByStoreException.class)
                .hasMessageContaining("CROSS_MACHINE (schemes that have it: [])");
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
