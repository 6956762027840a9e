package dev.holdfast.spi;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a typist probably meant. */
public final class Nearest {

    private Nearest() {}

    /** The candidate with the fewest edits, if it takes at most three and at most half of the word. */
    public static Optional<String> of(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(c -> edits(word, c) <= Math.min(3, Math.max(1, word.length() / 2)))
                .min(Comparator.comparingInt((String c) -> edits(word, c)).thenComparing(Comparator.naturalOrder()));
    }

    private static int edits(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
