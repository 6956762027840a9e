package dev.holdfast.gates;

/** A sample. */
public final class Sample {
    /** Makes one. */
    public Sample() {}

    /**
     * Says how long the text is, as {@link Nowhere} does.
     *
     * @param text any text
     * @return the count of characters
     */
    public int length(String text) {
        return text.length();
    }
}
