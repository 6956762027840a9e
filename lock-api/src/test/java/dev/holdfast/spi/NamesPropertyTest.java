package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** L-11 over random names. The seed is reported; {@code -Dholdfast.seed=<n>} repeats a run. */
class NamesPropertyTest {

    private static final int NAMES = 4000;
    private static final int UNCUT = 3 * Names.MAX_BYTES;
    private static final Pattern WHOLE = Pattern.compile("[A-Za-z0-9._%-]+");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._%-]+|[A-Za-z0-9._%-]*~[0-9a-f]{64}");
    private static final Pattern UNSPLIT = Pattern.compile("([A-Za-z0-9._-]|%[0-9A-F]{2})*");
    private static final String[] PIECES = {
        "a",
        "A",
        "Z",
        "0",
        "-",
        "_",
        ".",
        "..",
        "/",
        "%",
        "%2F",
        "%2f",
        "~",
        "\0",
        " ",
        "+",
        ":",
        "{",
        "}",
        "*",
        "\\",
        "\n",
        "é",
        "e\u0301",
        "Å",
        "Å",
        "ﬁ",
        "İ",
        "i",
        "ſ",
        "ß",
        "\u200D",
        "\uFEFF",
        "\uFFFF",
        "\uE000",
        "😀",
        "𐀀",
        "\uDBFF\uDFFF"
    };

    private static long seed(TestReporter reporter) {
        long seed = Long.getLong("holdfast.seed", new SplittableRandom().nextLong());
        reporter.publishEntry("holdfast.seed", Long.toString(seed));
        return seed;
    }

    private static String randomName(Random random) {
        StringBuilder name = new StringBuilder();
        int pieces = 1 + (random.nextInt(4) == 0 ? random.nextInt(500) : random.nextInt(12));
        for (int i = 0; i < pieces; i++) {
            if (random.nextInt(5) == 0) {
                int codePoint = random.nextInt(Character.MAX_CODE_POINT + 1);
                boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
                name.appendCodePoint(surrogate ? codePoint - 0x800 : codePoint);
            } else {
                name.append(PIECES[random.nextInt(PIECES.length)]);
            }
        }
        return shortened(name.toString());
    }

    /** To 512 bytes, at a code point. */
    private static String shortened(String name) {
        String now = name;
        while (now.getBytes(StandardCharsets.UTF_8).length > Names.MAX_BYTES) {
            now = now.substring(0, now.offsetByCodePoints(now.length(), -1));
        }
        return now;
    }

    /** A random name and what could be taken for it. */
    private static List<String> family(Random random) {
        String name = randomName(random);
        List<String> all = new ArrayList<>(List.of(
                name,
                name.toLowerCase(Locale.ROOT),
                name.toUpperCase(Locale.ROOT),
                Normalizer.normalize(name, Normalizer.Form.NFC),
                Normalizer.normalize(name, Normalizer.Form.NFD),
                Normalizer.normalize(name, Normalizer.Form.NFKC),
                name + ".",
                name + "/b",
                name + "\0",
                name.strip() + " ",
                Names.encode(name, UNCUT),
                Names.encode(name, 80),
                name.replace('%', '~')));
        String padded = name + "x".repeat(Names.MAX_BYTES);
        all.add(padded);
        all.add(padded.substring(0, padded.length() - 1) + "y");
        return all.stream().map(NamesPropertyTest::shortened).toList();
    }

    private static Set<String> names(long seed) {
        Random random = new Random(seed);
        Set<String> names = new LinkedHashSet<>(List.of(".", "..", "...", "a", "a/b", "%2E", "%2e", "~", "%7E"));
        while (names.size() < NAMES) {
            names.addAll(family(random));
        }
        return names;
    }

    @Test
    void encode_randomNames_isUndoneByDecode(TestReporter reporter) {
        long seed = seed(reporter);

        for (String name : names(seed)) {
            String key = Names.encode(Names.check(name), UNCUT);
            assertThat(key).as("seed=%d", seed).matches(WHOLE).isNotIn(".", "..");
            assertThat(Names.isCut(key)).as("seed=%d, key=%s", seed, key).isFalse();
            assertThat(Names.decode(key)).as("seed=%d, key=%s", seed, key).isEqualTo(name);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 255, UNCUT})
    void encode_randomNames_isInjectiveInsideThePlainAlphabet(int limit, TestReporter reporter) {
        long seed = seed(reporter);
        Map<String, String> byKey = new HashMap<>();

        for (String name : names(seed)) {
            String key = Names.encode(name, limit);
            assertThat(key)
                    .as("seed=%d, limit=%d", seed, limit)
                    .hasSizeLessThanOrEqualTo(limit)
                    .matches(KEY);
            assertThat(byKey.put(key, name))
                    .as("seed=%d, limit=%d, key=%s", seed, limit, key)
                    .isNull();
        }
        assertThat(byKey).hasSizeGreaterThanOrEqualTo(NAMES);
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 81, 82, 100})
    void encode_cutNames_haveAReadableHeadOfTheWholeForm(int limit, TestReporter reporter) {
        long seed = seed(reporter);
        int cut = 0;

        for (String name : names(seed)) {
            String key = Names.encode(name, limit);
            String whole = Names.encode(name, UNCUT);
            assertThat(Names.isCut(key)).as("seed=%d, key=%s", seed, key).isEqualTo(whole.length() > limit);
            if (Names.isCut(key)) {
                cut++;
                String head = key.substring(0, key.indexOf('~'));
                assertThat(whole).as("seed=%d", seed).startsWith(head);
                assertThat(head).as("seed=%d", seed).hasSizeBetween(limit - 67, limit - 65);
                assertThat(head).as("an escape is not split, seed=%d", seed).matches(UNSPLIT);
            }
        }
        assertThat(cut).as("seed=%d", seed).isGreaterThan(NAMES / 20);
    }
}
