package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that were found once and must not come back. */
class SpiRegressionTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://u:hunter2/x@h",
                "redis://u:x/hunter2@h",
                "redis://u:hunter2?x@h",
                "redis://u:x?hunter2@h",
                "redis://u:x#hunter2@h:bad",
                "redis://u:hunter2#x@h:bad",
                "redis://hunter2/x@h:bad"
            })
    void parse_malformedUserInfoWithSlashQuestionOrHash_showsNoneOfIt(String uri) {
        Throwable e = catchThrowable(() -> StoreUri.parse(uri));
        if (e != null) {
            assertThat(e).hasMessageNotContaining("hunter2");
        } else {
            assertThat(StoreUri.parse(uri).toString()).doesNotContain("hunter2");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://h:bad?password=a;hunter2",
                "redis://h:bad?p%61ssword=hunter2",
                "redis://h:bad?%74oken=hunter2"
            })
    void parse_malformedOptionSecret_showsNoneOfIt(String uri) {
        assertThatThrownBy(() -> StoreUri.parse(uri)).hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://u:hunter2@h/db",
                "jdbc:mysql://u:hunter2@h:3306/db",
                "jdbc:h2:./x;PASSWORD=hunter2",
                "jdbc:sqlserver://h;user=u;password=hunter2;x=y",
                "jdbc:oracle:thin:u/hunter2@h:1521/x"
            })
    void toString_jdbcBody_showsNoSecret(String uri) {
        assertThat(StoreUri.parse(uri).toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis:u:hunter2@h:6379", "redis:/u:hunter2@h"})
    void toString_slashesForgotten_showsNoSecret(String uri) {
        assertThat(StoreUri.parse(uri).toString()).doesNotContain("hunter2");
    }

    @Test
    void authority_toString_showsNoSecret() {
        assertThat(new StoreUri.Authority(true, "u", "hunter2", List.of()).toString())
                .doesNotContain("hunter2");
    }

    @Test
    void typedRead_ofSecretLikeOption_showsNoValue() {
        assertThatThrownBy(() ->
                        StoreUri.parse("redis://h?token=hunter2").options().integer("token", 1, 5, 1))
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() ->
                        StoreUri.parse("redis://h?token=hunter2").options().flag("token", false))
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() ->
                        StoreUri.parse("redis://h?token=hunter2").options().duration("token", Duration.ZERO))
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://[::1]6379", "redis://[::1]x:80", "redis://[::1]]:80", "redis://a[::1]:80"})
    void parse_textAroundBracket_isRefused(String uri) {
        assertThatThrownBy(() -> StoreUri.parse(uri).hosts()).isInstanceOf(ConfigurationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://u:%FF@h", "redis://h/%C3%28", "redis://h/%ED%A0%80"})
    void parse_escapesThatAreNoUtf8_areRefused(String uri) {
        assertThatThrownBy(() -> StoreUri.parse(uri)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void secret_pathWithNul_isRefused() {
        assertThatThrownBy(() ->
                        StoreUri.parse("redis://h?password-file=%00").options().secret("password"))
                .isInstanceOf(ConfigurationException.class);
    }

    @Test
    void secret_emptyFile_isRefused(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("e"));
        assertThatThrownBy(() -> StoreUri.parse("redis://h?password-file=" + file)
                        .options()
                        .secret("password"))
                .isInstanceOf(ConfigurationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%2f", "%61", ".", "..", "", "a%2D"})
    void decode_keysThatEncodeNeverWrites_areRefused(String key) {
        assertThatThrownBy(() -> Names.decode(key)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void encode_limitBelow80_isRefusedPlainly() {
        assertThatThrownBy(() -> Names.encode("a".repeat(100), 40)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-+5", "a-05", "a-Z"})
    void parse_ownerIdNotAsWritten_isRefused(String text) {
        assertThatThrownBy(() -> OwnerId.parse(text)).isInstanceOf(InvalidInputException.class);
    }
}
