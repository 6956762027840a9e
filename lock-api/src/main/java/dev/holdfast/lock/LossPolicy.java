package dev.holdfast.lock;

/** What happens at the call site when a lease is lost. A loss is always logged once and reported to listeners. */
public enum LossPolicy {
    /** {@link Lease#close()} throws when the lease was lost and nobody was told. The default. */
    THROW_IF_UNTOLD,
    /** {@link Lease#close()} never throws; the loss is told to listeners and by {@link Lease#release()}. */
    REPORT,
    /**
     * Loan forms only ({@code run}, {@code call}): interrupts the thread that runs the body, never after the body has
     * returned; an interrupt of ours that is still pending is cleared on return. Then as {@link #THROW_IF_UNTOLD}.
     */
    INTERRUPT
}
