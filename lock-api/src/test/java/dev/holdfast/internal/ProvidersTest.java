package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.StoreUri;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The look-up. {@link OnClassPath} is found through a services file of the test class path, the others by context loaders. */
class ProvidersTest {

    private static final String SERVICES = "META-INF/services/" + BackendProvider.class.getName();

    private final @Nullable ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    Path folder = Path.of("replaced");

    @AfterEach
    void restoreContextLoader() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** Finds only its own services file; classes come from its parent. */
    private static final class ServicesLoader extends ClassLoader {
        private final URL services;

        ServicesLoader(Path file) throws IOException {
            super(ProvidersTest.class.getClassLoader());
            this.services = file.toUri().toURL();
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.equals(SERVICES) ? Collections.enumeration(List.of(services)) : super.getResources(name);
        }
    }

    private void contextWith(String... lines) throws IOException {
        Path file = Files.write(folder.resolve("services"), List.of(lines));
        Thread.currentThread().setContextClassLoader(new ServicesLoader(file));
    }

    private static BackendProvider of(@Nullable BackendProvider explicit, String uri) {
        return Providers.find(explicit).of(StoreUri.parse(uri));
    }

    @Test
    void of_classPathProvider_isFound() {
        assertThat(of(null, "unit:")).isInstanceOf(OnClassPath.class);
        assertThat(of(null, "UNIT:x?y=z")).isInstanceOf(OnClassPath.class);
    }

    @Test
    void of_withoutContextLoader_stillFindsTheClassPath() {
        Thread.currentThread().setContextClassLoader(null);

        assertThat(of(null, "unit:")).isInstanceOf(OnClassPath.class);
    }

    @Test
    void of_providerOfTheContextLoader_isFound() throws IOException {
        contextWith(InContext.class.getName());

        assertThat(of(null, "context:")).isInstanceOf(InContext.class);
    }

    @Test
    void of_schemeOfBothLoaders_isThatOfOurOwn() throws IOException {
        contextWith(InContext.class.getName());

        assertThat(of(null, "unit:")).isInstanceOf(OnClassPath.class);
    }

    @Test
    void of_explicitProvider_comesFirst() throws IOException {
        contextWith(InContext.class.getName());
        BackendProvider explicit = FakeBackend.provider(Set.of(), "unit", "context");

        assertThat(of(explicit, "unit:")).isSameAs(explicit);
        assertThat(of(explicit, "context:")).isSameAs(explicit);
    }

    @Test
    void of_schemeThatTheExplicitProviderLacks_isLookedUp() {
        assertThat(of(FakeBackend.provider(Set.of(), "other"), "unit:")).isInstanceOf(OnClassPath.class);
    }

    @Test
    void of_unknownScheme_listsTheAvailableInOrder() throws IOException {
        contextWith(InContext.class.getName());

        assertThatThrownBy(() -> of(null, "redis://u:hunter2@h"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("no backend for scheme \"redis\": available=[context, unit]; "
                        + "is the backend jar on the class path?");
    }

    @Test
    void of_misspeltScheme_namesTheNearest() {
        assertThatThrownBy(() -> of(FakeBackend.provider(Set.of(), "memory", "redis"), "redsi:"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "no backend for scheme \"redsi\": available=[memory, redis, unit]; did you mean \"redis\"?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.holdfast.internal.NoSuchClass",
                "ThrowingConstructor",
                "MissingDriver",
                "ThrowingSchemes",
                "NoProvider"
            })
    void of_brokenNeighbour_costsOthersNothing(String broken) throws IOException {
        String line = broken.matches("[A-Z].*") ? ProvidersTest.class.getName() + "$" + broken : broken;
        contextWith("# comment", line, InContext.class.getName());

        assertThat(of(null, "unit:")).isInstanceOf(OnClassPath.class);
        assertThat(of(null, "context:")).isInstanceOf(InContext.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrowingConstructor", "MissingDriver", "ThrowingSchemes", "NoProvider", "NoSuchClass"})
    void of_brokenProvider_appearsInTheMessage(String broken) throws IOException {
        contextWith(InContext.class.getName(), ProvidersTest.class.getName() + "$" + broken);

        assertThatThrownBy(() -> of(null, "redis:"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("no backend for scheme \"redis\": available=[context, unit], failed to load=[")
                .hasMessageContaining(broken)
                .hasMessageEndingWith("]; is the backend jar on the class path?");
    }

    @Test
    void of_severalBroken_allAppear() throws IOException {
        contextWith(
                ThrowingConstructor.class.getName(),
                "x.y.NoSuchClass",
                InContext.class.getName(),
                MissingDriver.class.getName());

        assertThatThrownBy(() -> of(null, "redis:"))
                .hasMessageContaining("ThrowingConstructor")
                .hasMessageContaining("x.y.NoSuchClass")
                .hasMessageContaining("MissingDriver")
                .hasMessageContaining("available=[context, unit]");
    }

    /** The JDK gives up on a file with a line that is no class name; other files count. */
    @Test
    void of_brokenServicesFile_appearsInTheMessage() throws IOException {
        contextWith("not a class");

        assertThat(of(null, "unit:")).isInstanceOf(OnClassPath.class);
        assertThatThrownBy(() -> of(null, "redis:")).hasMessageContaining("Illegal configuration-file syntax");
    }

    @Test
    void find_unreadableServicesFile_isNoEndlessLoop() throws IOException {
        Path none = folder.resolve("none");
        Thread.currentThread().setContextClassLoader(new ServicesLoader(none));

        assertThat(of(null, "unit:")).isInstanceOf(OnClassPath.class);
        assertThatThrownBy(() -> of(null, "redis:"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("failed to load=[");
    }

    @Test
    void all_givesEverySchemeWithItsProvider() {
        BackendProvider explicit = FakeBackend.provider(Set.of(), "a", "b");

        assertThat(Providers.find(explicit).all())
                .containsOnlyKeys("a", "b", "unit")
                .containsEntry("a", explicit)
                .containsEntry("b", explicit);
    }

    /** Base of what the loaders find. */
    private abstract static class Found implements BackendProvider {
        @Override
        public Capabilities capabilities(String scheme) {
            return FakeBackend.capable(Set.of());
        }

        @Override
        public Backend open(StoreUri uri, BackendContext context) {
            return new FakeBackend(uri.toString());
        }
    }

    public static final class OnClassPath extends Found {
        @Override
        public List<String> schemes() {
            return List.of("unit");
        }
    }

    public static final class InContext extends Found {
        @Override
        public List<String> schemes() {
            return List.of("unit", "context");
        }
    }

    public static final class ThrowingConstructor extends Found {
        public ThrowingConstructor() {
            throw new IllegalStateException("no configuration");
        }

        @Override
        public List<String> schemes() {
            return List.of("throwing");
        }
    }

    /** What the JVM throws when a class of the driver is not there. */
    public static final class MissingDriver extends Found {
        @Override
        public List<String> schemes() {
            throw new NoClassDefFoundError("x/driver/MissingDriver");
        }
    }

    public static final class ThrowingSchemes extends Found {
        @Override
        public List<String> schemes() {
            throw new IllegalStateException("no configuration");
        }
    }

    public static final class NoProvider {}
}
