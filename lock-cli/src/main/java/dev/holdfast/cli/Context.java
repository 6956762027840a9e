package dev.holdfast.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastConfig;
import java.util.function.UnaryOperator;

/**
 * What commands work with.
 *
 * @param console where they write
 * @param selection which store
 * @param stores how to open it
 */
public record Context(Console console, StoreSelection selection, Stores stores) {

    /** Opens stores; tests put a fake here. */
    @FunctionalInterface
    public interface Stores {
        /** As {@link Holdfast#open(String, UnaryOperator)}. */
        Holdfast open(String uri, UnaryOperator<HoldfastConfig> config);
    }
}
