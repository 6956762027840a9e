package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.OwnerId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    private final Keys keys = new Keys(RedisConfig.DEFAULTS);
    private final Keys verbatim = new Keys(RedisConfig.DEFAULTS.namespace("ns").lockKey("[a]*:{name}:end"));

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    @Test
    void allOfAName_shareOneHashTag() {
        assertThat(keys.all("orders/{1}", "c-1").stream().map(KeysTest::text))
                .containsExactly(
                        "holdfast:{orders%2F%7B1%7D}",
                        "holdfast:{orders%2F%7B1%7D}:fence",
                        "holdfast:{orders%2F%7B1%7D}:queue",
                        "holdfast:{orders%2F%7B1%7D}:waiters",
                        "holdfast:{orders%2F%7B1%7D}:dead:c-1");
        assertThat(text(keys.dead("n", new OwnerId("c", 36)))).isEqualTo("holdfast:{n}:dead:c-10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"n", "a/b", "a~b", "..", ".", "{}", "é", "%", "*", "a:fence", "x\0y", " "})
    void found_lockOfAnyName_givesItBack(String name) {
        Keys.Found found = keys.found(keys.lock(name));
        assertThat(found).isNotNull();
        assertThat(found.name()).isEqualTo(name);
        assertThat(keys.shown(found).stream().map(KeysTest::text))
                .isEqualTo(List.of(text(keys.lock(name)), text(keys.fence(name)), text(keys.waiters(name))));
        Keys.Found plain = verbatim.found(verbatim.lock(name));
        assertThat(plain).isNotNull();
        assertThat(plain.name()).isEqualTo(name);
        assertThat(verbatim.givesBack(name)).isTrue();
    }

    @Test
    void found_cutName_hasOnlyItsHead() {
        String name = "x".repeat(500);
        Keys.Found found = keys.found(keys.lock(name));
        assertThat(found).isNotNull();
        assertThat(found.name()).isNull();
        assertThat(found.encoded()).startsWith("xxx").contains("~");
        assertThat(keys.givesBack(name)).isFalse();
        assertThat(keys.shown(found).stream().map(KeysTest::text))
                .containsExactly(text(keys.lock(name)), text(keys.fence(name)), text(keys.waiters(name)));
        assertThat(verbatim.givesBack(name)).isTrue();
    }

    @Test
    void found_otherKeys_areNoLocks() {
        for (byte[] key :
                List.of(keys.fence("n"), keys.waiters("n"), keys.probe("c", "lock"), Keys.utf8("holdfast:{}"))) {
            assertThat(keys.found(key)).as(text(key)).isNull();
        }
        assertThat(keys.found(Keys.utf8("holdfast:{not encoded}"))).isNull();
        assertThat(keys.found(Keys.utf8("other:{n}"))).isNull();
        assertThat(verbatim.found(Keys.utf8("[a]*:" + "x".repeat(600) + ":end")))
                .isNull();
    }

    @Test
    void pattern_takesNothingOfANameForAWildcard() {
        assertThat(keys.pattern("")).isEqualTo("holdfast:{*}");
        assertThat(keys.pattern("a/")).isEqualTo("holdfast:{a%2F*}");
        assertThat(keys.pattern("..")).as("encoded otherwise as a whole name").isEqualTo("holdfast:{*}");
        assertThat(keys.pattern("x".repeat(300))).as("may be cut").isEqualTo("holdfast:{*}");
        assertThat(verbatim.pattern("a*")).isEqualTo("\\[a\\]\\*:a\\**:end");
    }

    @Test
    void channels_haveTheNamespace() {
        assertThat(keys.channels()).isEqualTo("holdfast:wake:");
        assertThat(verbatim.channels()).isEqualTo("ns:wake:");
        assertThat(text(verbatim.fence("a b"))).isEqualTo("ns:{a%20b}:fence");
    }
}
