package dev.holdfast.cli.exec;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Marks everything that one run starts, through the variable {@code HOLDFAST_RUN_ID}. A run inside a run appends its own mark,
 * so that the outer one still finds its descendants. Immutable.
 *
 * @param own the mark of this run
 * @param value the variable's value
 */
public record RunId(String own, String value) {

    /** Where the mark is. */
    public static final String VARIABLE = "HOLDFAST_RUN_ID";

    /** A new mark, inside the one of this environment. */
    public static RunId fresh(Map<String, String> environment) {
        String own = UUID.randomUUID().toString().replace("-", "");
        Optional<String> outer = Optional.ofNullable(environment.get(VARIABLE)).filter(v -> !v.isEmpty());
        return new RunId(own, outer.map(o -> o + "/").orElse("") + own);
    }
}
