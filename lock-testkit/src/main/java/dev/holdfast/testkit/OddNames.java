package dev.holdfast.testkit;

import java.text.Normalizer;
import java.util.List;

/** Names that other libraries stumbled over (P31, P32). */
final class OddNames {

    private static final String PREFIX_200 = "p".repeat(200);

    /** Each is legal and independent of all others. */
    static final List<String> LEGAL = List.of(
            " ",
            "  ",
            ":",
            "a:b",
            "{",
            "}",
            "{}",
            "a{b}c",
            "{a}b",
            "{a}c",
            ".",
            "..",
            "/",
            "//",
            "a",
            "a/b",
            "a/b/",
            "a%2Fb",
            "a\\b",
            "a*",
            "a?",
            "a_",
            "a%",
            "a'b",
            "a\"b",
            "a;b",
            "\0",
            "a\0",
            "a\0b",
            "a\nb",
            "a\tb",
            "~",
            "\uD83D\uDD12",
            "\uFFFD",
            "n".repeat(300),
            "n".repeat(301),
            "x".repeat(512),
            "\u00FC".repeat(256),
            "Case",
            "case",
            "CASE",
            Normalizer.normalize("\u00FC", Normalizer.Form.NFC),
            Normalizer.normalize("\u00FC", Normalizer.Form.NFD),
            "\u00DF",
            "ss",
            "I",
            "i",
            "\u0130",
            "\u0131",
            PREFIX_200 + "1",
            PREFIX_200 + "2",
            PREFIX_200 + "/1",
            PREFIX_200.replace('p', '/') + "1",
            PREFIX_200.replace('p', '/') + "2");

    /** Each is refused before any traffic. */
    static final List<String> ILLEGAL =
            List.of("", "\uD800", "a\uDC00b", "\uDD12\uD83D", "x".repeat(513), "\u00FC".repeat(257));

    private OddNames() {}
}
