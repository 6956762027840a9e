package dev.holdfast;

/**
 * Hears every event of a client, for metrics and tracing. Runs on the callback executor, outside every lock of ours; what
 * it throws is logged and breaks nothing.
 */
@FunctionalInterface
public interface HoldfastListener {

    /** One event; new kinds may be added, so ignore what is not known. */
    void onEvent(HoldfastEvent event);
}
