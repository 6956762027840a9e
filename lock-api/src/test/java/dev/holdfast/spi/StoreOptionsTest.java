package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreOptionsTest {

    private static StoreOptions options(String query) {
        return StoreUri.parse("redis://h?" + query).options();
    }

    @Test
    void text_ofAnOption_isItsValue() {
        assertThat(options("a=b").text("a")).contains("b");
        assertThat(options("a=b").text("A")).isEmpty();
    }

    @Test
    void all_keepsTheOrder() {
        assertThat(options("z=1&a=2&m=3").all().keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void duration_isReadOrDefault() {
        Duration otherwise = Duration.ofSeconds(9);

        assertThat(options("t=500ms").duration("t", otherwise)).isEqualTo(Duration.ofMillis(500));
        assertThat(options("t=500ms").duration("u", otherwise)).isEqualTo(otherwise);
    }

    @Test
    void duration_bareNumber_isRefusedByName() {
        assertThatThrownBy(() -> options("t=500").duration("t", Duration.ZERO))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("not a duration: t=500, write for example 500ms, 10s, 2m, 1h, 7d or PT10S");
    }

    @Test
    void integer_inRange_isRead() {
        assertThat(options("n=1").integer("n", 1, 5, 3)).isEqualTo(1);
        assertThat(options("n=5").integer("n", 1, 5, 3)).isEqualTo(5);
        assertThat(options("n=-7").integer("n", -10, 5, 3)).isEqualTo(-7);
        assertThat(options("n=1").integer("m", 1, 5, 3)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "6", "", "x", "1.0", "2147483648", "99999999999999999999"})
    void integer_outOfRange_isRefusedWithTheRange(String text) {
        assertThatThrownBy(() -> options("n=" + text).integer("n", 1, 5, 3))
                .isInstanceOfSatisfying(InvalidInputException.class, e -> {
                    assertThat(e.parameter()).isEqualTo("n");
                    assertThat(e.value()).isEqualTo(text);
                })
                .hasMessage("option is not a whole number in range: n=" + text + ", range=1..5");
    }

    @Test
    void flag_isReadOrDefault() {
        assertThat(options("f=true").flag("f", false)).isTrue();
        assertThat(options("f=false").flag("f", true)).isFalse();
        assertThat(options("f").flag("f", false)).isTrue();
        assertThat(options("f").flag("g", true)).isTrue();
        assertThat(options("f").flag("g", false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "yes", "1", ""})
    void flag_otherText_isRefused(String text) {
        assertThatThrownBy(() -> options("f=" + text).flag("f", false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("option is neither true nor false: f=" + text);
    }

    @Test
    void secret_inTheUri_isItsValue() {
        assertThat(options("password=p%26w").secret("password")).contains("p&w");
        assertThat(options("a=1").secret("password")).isEmpty();
    }

    @Test
    void secret_byFile_isItsFirstLine(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("pw"), "s3cret \nsecond\n");

        assertThat(options("password-file=" + file).secret("password")).contains("s3cret ");
        assertThat(StoreUri.parse("redis://me@h?password-file=" + file).password())
                .contains("s3cret ");
    }

    @Test
    void secret_byFileWithoutLineEnd_isTheWhole(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("pw"), "é&@");

        assertThat(options("password-file=" + file).secret("password")).contains("é&@");
    }

    @Test
    void secret_missingFile_isRefusedWithItsPath(@TempDir Path folder) {
        Path file = folder.resolve("none");

        assertThatThrownBy(() -> options("password-file=" + file).secret("password"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("secret file cannot be read: password-file=" + file)
                .hasCauseInstanceOf(NoSuchFileException.class);
    }

    @Test
    void secret_binaryFile_isRefusedWithoutItsContent(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("pw"), new byte[] {'h', 'u', 'n', (byte) 0xff});

        assertThatThrownBy(() -> options("password-file=" + file).secret("password"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("secret file cannot be read: password-file=" + file);
    }

    @Test
    void secret_byEnvironment_isTheVariable() {
        Map.Entry<String, String> some = System.getenv().entrySet().stream()
                .filter(e -> e.getKey().matches("[A-Za-z_]+") && !e.getValue().isEmpty())
                .findFirst()
                .orElseThrow();

        assertThat(options("password-env=" + some.getKey()).secret("password")).contains(some.getValue());
    }

    @Test
    void secret_unsetVariable_isRefusedWithItsName() {
        assertThatThrownBy(
                        () -> options("password-env=HOLDFAST_NO_SUCH_VARIABLE").secret("password"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("environment variable is not set: password-env=HOLDFAST_NO_SUCH_VARIABLE");
    }

    @Test
    void password_ofTheUserInfo_comesFirst() {
        assertThat(StoreUri.parse("redis://me:first@h?password=second").password())
                .contains("first");
        assertThat(StoreUri.parse("redis://me@h?password=second").password()).contains("second");
    }

    @Test
    void requireKnown_onlyKnown_passes() {
        assertThatCode(() -> options("a=1&b=2").requireKnown(Set.of("a", "b", "c")))
                .doesNotThrowAnyException();
        assertThatCode(() -> StoreUri.parse("memory:").options().requireKnown(Set.of()))
                .doesNotThrowAnyException();
    }

    @Test
    void requireKnown_misspelt_namesTheNearest() {
        assertThatThrownBy(() -> options("timeot=1s").requireKnown(List.of("timeout", "table", "poll")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("unknown option for scheme \"redis\": option=timeot, known=[poll, table, timeout]; "
                        + "did you mean \"timeout\"?");
    }

    @Test
    void requireKnown_nothingNear_namesOnlyTheKnown() {
        assertThatThrownBy(() -> options("zzzzzz=1").requireKnown(List.of("timeout")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("unknown option for scheme \"redis\": option=zzzzzz, known=[timeout]");
    }
}
