package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.InvalidInputException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    private static final int LONG = 2000;

    @Test
    void check_legalName_isGivenBack() {
        for (String name : new String[] {"a", "\0", " ", "a/b", "😀", "é", "a".repeat(512), "😀".repeat(128)}) {
            assertThat(Names.check(name)).isSameAs(name);
        }
    }

    @Test
    void check_empty_isRefused() {
        assertThatThrownBy(() -> Names.check(""))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("name must not be empty: name=\"\"");
    }

    @ParameterizedTest
    @CsvSource({"a,513", "é,257", "€,171", "😀,129"})
    void check_over512Bytes_isRefusedWithItsHead(String unit, int times) {
        int bytes = unit.getBytes(StandardCharsets.UTF_8).length * times;

        assertThatThrownBy(() -> Names.check(unit.repeat(times)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("name is too long: name=\"" + unit.repeat(32) + "…\", bytes=" + bytes + ", limit=512");
    }

    @ParameterizedTest
    @ValueSource(ints = {0xD800, 0xDBFF, 0xDC00, 0xDFFF})
    void check_loneSurrogate_isRefusedInPlainText(int surrogate) {
        String name = "a" + (char) surrogate + "b";

        assertThatThrownBy(() -> Names.check(name))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(String.format(
                        "name has a lone surrogate: name=\"a\\u%04Xb\", " + "names are well-formed Unicode text",
                        surrogate));
    }

    @Test
    void check_surrogatesInWrongOrder_isRefused() {
        assertThatThrownBy(() -> Names.check("\uDE00\uD83D")).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "orders/1001, orders%2F1001",
        "a-b_c.D9, a-b_c.D9",
        "a%2Fb, a%252Fb",
        "a~b, a%7Eb",
        "., %2E",
        ".., %2E%2E",
        "..., ...",
        ".a, .a",
        "{a}:b, %7Ba%7D%3Ab",
        "é, %C3%A9",
        "😀, %F0%9F%98%80",
        "'a b', a%20b",
        "a+b, a%2Bb",
        "A, A"
    })
    void encode_name_isReadable(String name, String key) {
        assertThat(Names.encode(name, LONG)).isEqualTo(key);
        assertThat(Names.decode(key)).isEqualTo(name);
        assertThat(Names.isCut(key)).isFalse();
    }

    @Test
    void encode_nul_isEscaped() {
        assertThat(Names.encode("a\0b", LONG)).isEqualTo("a%00b");
    }

    @Test
    void encode_atTheLimit_isNotCut() {
        assertThat(Names.encode("a".repeat(100), 100)).isEqualTo("a".repeat(100));
        assertThat(Names.encode("/" + "a".repeat(97), 100)).hasSize(100).startsWith("%2Fa");
    }

    @Test
    void encode_overTheLimit_isHeadAndHash() {
        String key = Names.encode("a".repeat(101), 100);

        assertThat(key).hasSize(100).startsWith("a".repeat(35) + "~").matches("a{35}~[0-9a-f]{64}");
        assertThat(Names.isCut(key)).isTrue();
    }

    @Test
    void encode_cutHash_isSha256OfTheWholeName() {
        // echo -n of 101 times "a", through sha256sum
        assertThat(Names.encode("a".repeat(101), 100))
                .endsWith("~9d0793397991b57a99a07c6e6b4a92bab68dbf605345cd0b87f385a448a726bc");
    }

    /** The head is 35 characters: an escape begins at each place around its end. */
    @ParameterizedTest
    @CsvSource({"31,35", "32,35", "33,33", "34,34", "35,35"})
    void encode_cutAtAnEscape_neverSplitsIt(int before, int head) {
        String key = Names.encode("a".repeat(before) + "/" + "a".repeat(200), 100);

        String readable = key.substring(0, key.indexOf('~'));
        assertThat(readable).hasSize(head);
        assertThat(Names.decode(readable))
                .isEqualTo(("a".repeat(before) + "/aaaa").substring(0, head > before ? head - 2 : head));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%2",
                "%zz",
                "a/b",
                "a b",
                "é",
                "a~b",
                "a%C3",
                "%FF",
                "%C0%80",
                "%ED%A0%80",
                "%+1",
                "\0",
                "a%",
                "ａ"
            })
    void decode_foreignText_isRefused(String key) {
        assertThatThrownBy(() -> Names.decode(key))
                .isInstanceOfSatisfying(InvalidInputException.class, e -> {
                    assertThat(e.parameter()).isEqualTo("key");
                    assertThat(e.value()).isEqualTo(key);
                })
                .hasMessage("not an encoded name: key=" + key);
    }
}
