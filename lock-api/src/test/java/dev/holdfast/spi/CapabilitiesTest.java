package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {

    private static Capabilities of(Set<Capability> all) {
        return new Capabilities(all, Duration.ofMillis(100), Duration.ZERO, 200);
    }

    @Test
    void missing_someLacking_areThoseInEnumOrder() {
        Capabilities has = of(Set.of(Capability.FAIR_QUEUE, Capability.CROSS_PROCESS));

        assertThat(has.missing(Set.of(
                        Capability.CLAIMS, Capability.CROSS_PROCESS, Capability.CONSENSUS, Capability.CROSS_MACHINE)))
                .containsExactly(Capability.CROSS_MACHINE, Capability.CONSENSUS, Capability.CLAIMS);
    }

    @Test
    void missing_nothingLacking_isEmpty() {
        Capabilities has = of(EnumSet.allOf(Capability.class));

        assertThat(has.missing(EnumSet.allOf(Capability.class))).isEmpty();
        assertThat(of(Set.of()).missing(Set.of())).isEmpty();
    }

    @Test
    void has_asksTheSet() {
        assertThat(of(Set.of(Capability.RESIZE)).has(Capability.RESIZE)).isTrue();
        assertThat(of(Set.of(Capability.RESIZE)).has(Capability.CLAIMS)).isFalse();
    }

    @Test
    void create_laterChangeOfTheSet_isNotSeen() {
        Set<Capability> mutable = EnumSet.of(Capability.RESIZE);
        Capabilities has = of(mutable);

        mutable.add(Capability.CLAIMS);

        assertThat(has.has(Capability.CLAIMS)).isFalse();
        assertThatThrownBy(() -> has.all().add(Capability.CLAIMS)).isInstanceOf(UnsupportedOperationException.class);
    }
}
