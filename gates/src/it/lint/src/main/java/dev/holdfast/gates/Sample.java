package dev.holdfast.gates;

/** A sample. */
public final class Sample {
    /** Makes one. */
    public Sample() {}

    /**
     * Says how long the text is.
     *
     * @param text any text
     * @return the count of characters
     */
    public int length(String text) {
        java.util.List texts = java.util.List.of(text);
        return texts.size();
    }
}
