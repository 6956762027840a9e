package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.lock.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No secret of a URI is ever shown, in whatever way the URI is right or wrong. */
class RedactionTest {

    private static final String SECRET = "hunter2";

    private static String errorOf(String uri) {
        ConfigurationException refused = catchThrowableOfType(ConfigurationException.class, () -> StoreUri.parse(uri));
        assertThat(refused).as("%s is refused", uri).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "redis://hunter2@h, redis://***@h",
        "redis://:hunter2@h, redis://***@h",
        "redis://u:hunter2@h:1, redis://***@h:1",
        "redis://u:x@hunter2@h:1/p?a=b, redis://***@h:1/p?a=b",
        "redis://u:x#hunter2@h, redis://***@h",
        "redis://u:x&hunter2@h, redis://***@h",
        "redis://u:x%40hunter2@h, redis://***@h",
        "redis://hunter2:@h, redis://***@h"
    })
    void toString_userInfo_isHidden(String uri, String shown) {
        assertThat(StoreUri.parse(uri)).hasToString(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "PASSWORD",
                "Password",
                "db.password",
                "passwordX",
                "passwd",
                "pwd",
                "client-secret",
                "accessToken",
                "api_key",
                "KEY",
                "credential",
                "credentials",
                "password-file",
                "p%61ssword"
            })
    void toString_secretLikeOption_isHidden(String option) {
        assertThat(StoreUri.parse("redis://h?a=1&" + option + "=hunter2&b=2").toString())
                .doesNotContain(SECRET)
                .startsWith("redis://h?a=1&")
                .endsWith("=***&b=2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "a%26hunter2",
                "a%40hunter2",
                "a@hunter2",
                "a/hunter2",
                "a?hunter2",
                "a#hunter2",
                "a;hunter2",
                "a%25hunter2",
                "=hunter2"
            })
    void toString_secretWithSpecialCharacters_isHidden(String value) {
        assertThat(StoreUri.parse("redis://h?token=" + value + "&b=2")).hasToString("redis://h?token=***&b=2");
    }

    @Test
    void toString_otherOptions_areShown() {
        assertThat(StoreUri.parse("memory:?slack=10ms&fair")).hasToString("memory:?slack=10ms&fair=true");
    }

    @Test
    void toString_secretInJdbcOption_isHidden() {
        assertThat(StoreUri.parse("jdbc:postgresql://h/db?user=u&password=hunter2&ssl=true"))
                .hasToString("jdbc:postgresql://h/db?user=u&password=***&ssl=true");
    }

    /** Each of these is malformed for another reason. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://u:hunter2@h:bad",
                "redis://u:hunter2@",
                "redis://u:hunter2@a,,b",
                "redis://u:hunter2@[::1",
                "redis://u:hunter2@h/%zz",
                "redis://u:hunter2%zz@h",
                "redis://%zz:hunter2@h",
                "redis://u:hunter2@h?a=1&a=2",
                "redis://u:x@hunter2@h:bad",
                "redis://u:x&hunter2@h:bad",
                "redis://u:x%2Fhunter2@h:bad",
                "//u:hunter2@h",
                "://u:hunter2@h",
                "9://u:hunter2@h",
                "//h?password=hunter2",
                "redis://h:bad?password=hunter2",
                "redis://h:bad?a=1&PASSWORD=hunter2",
                "redis://h:bad?my-secret-x=hunter2&b=1",
                "redis://h:bad?token=a@hunter2",
                "redis://h:bad?token=a/hunter2",
                "redis://h:bad?token=a?hunter2",
                "redis://h:bad?token=a#hunter2",
                "redis://h:bad?token=a=hunter2",
                "redis://h:bad?token=a%26hunter2",
                "redis://h?token=%zzhunter2",
                "redis://h?token=hunter2%",
                "redis://h?token=1&token=hunter2",
                "redis://h?token=hunter2&token=1",
                "jdbc:x?password=hunter2&a=%zz",
                "redis://h:bad?credential=hunter2&key=hunter2&pwd=hunter2&passwd=hunter2"
            })
    void parse_malformedWithSecret_showsNoneOfIt(String uri) {
        assertThat(errorOf(uri)).startsWith("malformed store URI, ").doesNotContain(SECRET);
    }

    /** A password that was not escaped must not be taken for a port, a path or an option, and be shown as that. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://user:pa/hunter2@host",
                "redis://user:pa?hunter2@host",
                "redis://user:pa/hunter2@host/0?a=1",
                "redis://user:pa?hunter2@host?a=1",
                "redis://u:hunter2",
                "redis://u:hunter2,b:1",
                "redis://u:p#hunter2@h:99999"
            })
    void parse_unescapedPassword_showsNoneOfIt(String uri) {
        assertThat(errorOf(uri)).startsWith("malformed store URI, ").doesNotContain(SECRET);
    }

    /** What the parser leaves to a driver may carry user-info and options of the driver's own. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:x;PASSWORD=hunter2;A=1, jdbc:h2:mem:x;PASSWORD=***;A=1",
        "jdbc:postgresql://user:hunter2@host/db, jdbc:postgresql://***@host/db",
        "jdbc:sqlserver://h;password=hunter2, jdbc:sqlserver://h;password=***",
        "jdbc:oracle:thin:scott/hunter2@h, jdbc:oracle:thin:***@h",
        "redis:/user:hunter2@host, redis:***@host",
        "jdbc:sqlite:/srv/me@home/locks.db, jdbc:sqlite:/srv/me@home/locks.db"
    })
    void toString_opaqueBody_hidesItsSecrets(String uri, String shown) {
        assertThat(StoreUri.parse(uri)).hasToString(shown);
    }

    @Test
    void parse_malformed_showsWhatIsNoSecret() {
        assertThat(errorOf("redis://u:hunter2@h:bad/0?a=1&key=hunter2&b=2"))
                .contains("uri=redis://***@h:***/0?a=1&key=***&b=2; ");
    }

    @Test
    void requireKnown_withSecretValue_showsOnlyTheName() {
        ConfigurationException refused = catchThrowableOfType(
                ConfigurationException.class,
                () -> StoreUri.parse("redis://h?pasword=hunter2").options().requireKnown(List.of("password")));

        assertThat(refused).hasMessageContaining("pasword").hasMessageNotContaining(SECRET);
    }
}
