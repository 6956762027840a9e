package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.BackendProvider;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.Capability;
import dev.holdfast.spi.StoreUri;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequirementsTest {

    private static final Map<String, BackendProvider> PROVIDERS = Map.of(
            "redis", FakeBackend.provider(Set.of(Capability.CROSS_MACHINE), "redis"),
            "etcd", FakeBackend.provider(Set.of(Capability.CROSS_MACHINE, Capability.CONSENSUS), "etcd"),
            "memory", FakeBackend.provider(Set.of(), "memory"));

    @Test
    void check_allThere_passes() {
        assertThatCode(() -> Requirements.check(
                        Set.of(Capability.CLAIMS),
                        FakeBackend.capable(Set.of(Capability.CLAIMS, Capability.RESIZE)),
                        "memory:",
                        PROVIDERS))
                .doesNotThrowAnyException();
        assertThatCode(() -> Requirements.check(Set.of(), FakeBackend.capable(Set.of()), "memory:", PROVIDERS))
                .doesNotThrowAnyException();
    }

    @Test
    void check_someMissing_listsEachWithTheSchemesThatHaveIt() {
        Set<Capability> wanted =
                Set.of(Capability.CLAIMS, Capability.CONSENSUS, Capability.CROSS_MACHINE, Capability.FAIR_QUEUE);

        assertThatThrownBy(() -> Requirements.check(
                        wanted, FakeBackend.capable(Set.of(Capability.FAIR_QUEUE)), "memory:x", PROVIDERS))
                .isInstanceOfSatisfying(
                        UnsupportedByStoreException.class,
                        e -> assertThat(e.missing()).containsExactlyInAnyOrder("CROSS_MACHINE", "CONSENSUS", "CLAIMS"))
                .hasMessage("store lacks required capabilities: store=memory:x, missing=["
                        + "CROSS_MACHINE (schemes that have it: [etcd, redis]), "
                        + "CONSENSUS (schemes that have it: [etcd]), "
                        + "CLAIMS (schemes that have it: [])]");
    }

    @Test
    void check_storesOfOneSchemeDiffer_listsThoseThatHaveIt() {
        BackendProvider two = new BackendProvider() {
            @Override
            public List<String> schemes() {
                return List.of("jdbc");
            }

            @Override
            public List<String> stores() {
                return List.of("jdbc:server", "jdbc:file", "jdbcx");
            }

            @Override
            public Capabilities capabilities(String scheme) {
                return FakeBackend.capable(scheme.equals("jdbc:file") ? Set.of() : Set.of(Capability.CROSS_MACHINE));
            }

            @Override
            public Backend open(StoreUri uri, BackendContext context) {
                throw new UnsupportedOperationException();
            }
        };

        assertThatThrownBy(() -> Requirements.check(
                        Set.of(Capability.CROSS_MACHINE),
                        FakeBackend.capable(Set.of()),
                        "jdbc:file:x",
                        Map.of("jdbc", two)))
                .hasMessageContaining("CROSS_MACHINE (schemes that have it: [jdbc:server])");
    }

    @Test
    void check_brokenNeighbour_onlyDropsOutOfTheList() {
        BackendProvider broken = new BackendProvider() {
            @Override
            public List<String> schemes() {
                return List.of("broken");
            }

            @Override
            public Capabilities capabilities(String scheme) {
                throw new NoClassDefFoundError("x/Driver");
            }

            @Override
            public Backend open(StoreUri uri, BackendContext context) {
                throw new UnsupportedOperationException();
            }
        };

        assertThatThrownBy(() -> Requirements.check(
                        Set.of(Capability.CLAIMS), FakeBackend.capable(Set.of()), "memory:", Map.of("broken", broken)))
                .isInstanceOf(UnsupportedByStoreException.class)
                .hasMessageContaining("CLAIMS (schemes that have it: [])");
    }
}
