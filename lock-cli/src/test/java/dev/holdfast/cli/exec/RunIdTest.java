package dev.holdfast.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RunIdTest {

    @Test
    void fresh_insideAnotherRun_keepsTheOuterMark() {
        RunId outer = RunId.fresh(Map.of());
        RunId inner = RunId.fresh(Map.of(RunId.VARIABLE, outer.value()));

        assertThat(inner.value()).contains(outer.own()).contains(inner.own());
        assertThat(inner.own()).isNotEqualTo(outer.own());
        assertThat(outer.value()).isEqualTo(outer.own());
    }
}
